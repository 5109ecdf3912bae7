import { createContext, useContext } from "react";
import type { Me } from "../api/types";

export const MeContext = createContext<Me>({ user: "", roles: [] });

export type Deed = "see" | "operate" | "answer" | "administer";

// As the server has it; the server decides, this only hides what it would refuse.
const DEEDS: Record<string, Deed[]> = {
  viewer: ["see"],
  operator: ["see", "operate"],
  approver: ["see", "answer"],
  admin: ["see", "operate", "answer", "administer"],
};

/** What the person at the console may do. */
export function useMay(): (deed: Deed) => boolean {
  const me = useContext(MeContext);
  return (deed) => me.roles.some((role) => DEEDS[role]?.includes(deed));
}
