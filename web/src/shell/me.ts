import { createContext, useContext } from "react";
import type { Me } from "../api/types";

export const MeContext = createContext<Me>({ name: "", roles: [], deeds: [] });

/** What the person at the console may do: `see`, `operate`, `answer`, `administer`. */
export function useMay(): (deed: string) => boolean {
  const me = useContext(MeContext);
  return (deed) => me.deeds.includes(deed);
}
