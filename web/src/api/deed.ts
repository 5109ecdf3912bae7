// Something that a person has the server do: whether it is under way, and what went wrong.

import { useCallback, useState } from "react";
import type { ApiError } from "./client";
import { asApiError } from "./use";

export interface Deed {
  busy: boolean;
  error: ApiError | null;
  /** Do it; true where it was done. */
  run: (deed: () => Promise<unknown>) => Promise<boolean>;
}

export function useDeed(): Deed {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const run = useCallback(async (deed: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await deed();
      return true;
    } catch (failed) {
      setError(asApiError(failed));
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  return { busy, error, run };
}
