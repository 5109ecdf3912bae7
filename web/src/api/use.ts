// Data of the server in a component: loaded once, again when asked or when its address changes.

import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, get, onSignedIn } from "./client";
import { everySoOften } from "./pacing";

export interface Loaded<T> {
  data: T | null;
  error: ApiError | null;
  loading: boolean;
  reload: () => void;
}

/** The JSON of a path; `every` milliseconds it is read anew, while the page is looked at. */
export function useGet<T>(path: string | null, every = 0): Loaded<T> {
  const [state, setState] = useState<{ path: string | null; data: T | null; error: ApiError | null }>({
    path: null,
    data: null,
    error: null,
  });
  const [round, setRound] = useState(0);
  const running = useRef<{ controller: AbortController; since: number } | null>(null);

  useEffect(() => {
    if (path === null) return;
    running.current?.controller.abort();
    const controller = new AbortController();
    const asked = (running.current = { controller, since: Date.now() });
    get<T>(path, controller.signal)
      .then(
        (data) => setState({ path, data, error: null }),
        (error: unknown) => {
          if (!controller.signal.aborted) setState((before) => ({ ...before, path, error: asApiError(error) }));
        },
      )
      .finally(() => {
        if (running.current === asked) running.current = null;
      });
    return () => controller.abort();
  }, [path, round]);

  useEffect(() => onSignedIn(() => setRound((n) => n + 1)), []);

  useEffect(() => {
    if (!every) return;
    return everySoOften(every, () => running.current?.since ?? null, () => setRound((n) => n + 1));
  }, [every]);

  const fits = state.path === path;
  return {
    data: fits ? state.data : null,
    error: fits ? state.error : null,
    loading: !fits || (state.data === null && state.error === null),
    reload: useCallback(() => setRound((n) => n + 1), []),
  };
}

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(error instanceof Error ? error.message : String(error), 0);
}
