// Requests to the server. The token goes into a header, never into an address: what a link holds is a pass, which
// is changed for a token once.

const TOKEN = "handrail.token";
const SIGN_IN = "/api/sign-in";

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly mend = "",
    readonly detail: unknown = null,
  ) {
    super(message);
  }
}

type Listener = () => void;
const signedOut = new Set<Listener>();
const signedIn = new Set<Listener>();

export function onSignedOut(listener: Listener): () => void {
  signedOut.add(listener);
  return () => signedOut.delete(listener);
}

/** Another token is there, after one had ended: what was asked for meanwhile may be asked for again. */
export function onSignedIn(listener: Listener): () => void {
  signedIn.add(listener);
  return () => signedIn.delete(listener);
}

/** The token that the server takes no more: it is not sent again. */
let refused: string | null = null;

export function token(): string {
  return localStorage.getItem(TOKEN) ?? "";
}

export function keepToken(value: string): void {
  if (value) localStorage.setItem(TOKEN, value);
  else localStorage.removeItem(TOKEN);
  notEntered = "";
  refused = null;
}

/** Whoever signs in is let in everywhere: on this page, and in the other tabs, which hear of it. */
export function entered(): void {
  for (const listener of signedIn) listener();
}

/** Call back when another tab has a token that this one has not. */
export function onTokenElsewhere(listener: Listener): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === TOKEN && event.newValue && event.newValue !== refused) listener();
  };
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}

/** Leave: a token that signing in has given ends with it, wherever else it was kept. */
export async function signOut(): Promise<void> {
  // Whoever leaves is not held back by a server that does not answer.
  await send("POST", "/api/sign-out").catch(() => null);
  keepToken("");
}

/** Why nobody is signed in, where that is not plain: a link that does not sign in, a token that has ended. */
export let notEntered = "";

/** Change the pass in the address, e.g. `#enter=…`, for a token. It is taken out of the address at once. */
export async function enterByAddress(): Promise<void> {
  const found = /^#\/?enter=([^&/]+)/.exec(window.location.hash);
  if (!found) return;
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
  try {
    keepToken((await send<{ token: string }>("POST", SIGN_IN, { given: decodeURIComponent(found[1]!) })).token);
  } catch (error) {
    notEntered = error instanceof Error ? error.message : String(error);
  }
}

export function headers(more: Record<string, string> = {}): Record<string, string> {
  const known = token();
  return known ? { Authorization: `Bearer ${known}`, ...more } : more;
}

/** Raises ApiError where nothing need be asked: the server has refused this token before. */
export function mustBeIn(): void {
  if (refused !== null && refused === token()) throw new ApiError("You are signed out.", 401, "Sign in again.");
}

/** The server does not take the token: whoever works here is to sign in. */
export function leave(): void {
  if (token()) notEntered = "You are signed out: your token has expired, or was removed.";
  refused = token();
  for (const listener of signedOut) listener();
}

/** A response that is good; raises ApiError with the server's own sentence for any other. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  if (path !== SIGN_IN) mustBeIn();
  try {
    response = await fetch(`.${path}`, { ...init, headers: headers(init.headers as Record<string, string>) });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("The server cannot be reached.", 0, "See whether `handrail serve` still runs.");
  }
  if (response.ok) return response;
  const error = await failure(response);
  if (response.status === 401) leave();
  throw error;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await ask(path, signal ? { signal } : {})).json() as Promise<T>;
}

export async function send<T>(method: "POST" | "PUT" | "DELETE", path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { "Content-Type": "application/json" };
  }
  const response = await ask(path, init);
  return (response.status === 204 ? null : await response.json()) as T;
}

async function failure(response: Response): Promise<ApiError> {
  const fallback = `The server answered ${response.status}.`;
  try {
    const body: unknown = await response.json();
    return errorOf(body, response.status, fallback);
  } catch {
    return new ApiError(fallback, response.status);
  }
}

/** The server's sentence and mend, in whichever of its forms they came. */
export function errorOf(body: unknown, status: number, fallback: string): ApiError {
  const whole = isRecord(body) ? (isRecord(body.error) ? body.error : isRecord(body.detail) ? body.detail : body) : {};
  const words = whole.message ?? whole.error ?? whole.detail;
  const mend = typeof whole.mend === "string" ? whole.mend : "";
  return new ApiError(typeof words === "string" ? words : fallback, status, mend, body);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
