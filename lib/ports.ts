/** What a flow may ask for from the outside world. Types only; adapters and tests supply them. */

export type Clock = () => Date;

/** That many bytes from a CSPRNG. */
export type Random = (count: number) => Uint8Array;

/** One line of the log as data. Never holds a secret, a path with a key in it, or a body. */
export type Report = (event: {
  level: "info" | "warn" | "error";
  event: string;
  [field: string]: unknown;
}) => void;

export type LimitPolicy = { name: string; limit: number; windowSeconds: number };

/** `resetSeconds` until the window is free again. Numbers are of the limiter that really judged. */
export type LimitVerdict = { allowed: boolean; remaining: number; resetSeconds: number };

/** Counts one request of `subject` (never a secret itself: a hash or an id). Never throws, never hangs. */
export type Limiter = (policy: LimitPolicy, subject: string) => Promise<LimitVerdict>;
