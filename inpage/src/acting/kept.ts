// What the page keeps in this browser beside its cookies: a session that is resumed elsewhere brings it along.

interface Kept {
  origin: string;
  local: [string, string][];
  session: [string, string][];
}

/** All entries of a store; none where the document may not have one (a sandboxed frame, a data address). */
function entries(store: () => Storage): [string, string][] {
  try {
    return Object.entries(store());
  } catch {
    return [];
  }
}

export function kept(): Kept {
  return {
    origin: location.origin,
    local: entries(() => localStorage),
    session: entries(() => sessionStorage),
  };
}
