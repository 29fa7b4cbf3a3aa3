import { randomUUID } from "node:crypto";
import type { Pause } from "./exchange.ts";

const KEYS_MAX = 5_000;
const KEY_MEMORY_MS = 24 * 3_600_000;

type Remembered = { text: string; id: string; until: number };
type KeyOutcome =
  | { kind: "first" | "again"; id: string }
  /** The same key with another text. */
  | { kind: "other_text" }
  | { kind: "in_flight" };

/** Resend's memory of idempotency keys. */
export class ResendKeys {
  readonly #sent = new Map<string, Remembered>();
  readonly #inFlight = new Set<string>();

  /** `first` where nothing was sent under the key in the last 24 hours; without a key it always is. */
  async once(key: string | null, text: string, pause: Pause): Promise<KeyOutcome> {
    const id = randomUUID();
    if (key === null) {
      await pause();
      return { kind: "first", id };
    }
    if (this.#inFlight.has(key)) return { kind: "in_flight" };
    const earlier = this.#sent.get(key);
    if (earlier !== undefined && earlier.until > Date.now())
      return earlier.text === text ? { kind: "again", id: earlier.id } : { kind: "other_text" };
    this.#inFlight.add(key);
    await pause().finally(() => this.#inFlight.delete(key));
    this.#remember(key, { text, id, until: Date.now() + KEY_MEMORY_MS });
    return { kind: "first", id };
  }

  #remember(key: string, entry: Remembered): void {
    this.#sent.delete(key);
    this.#sent.set(key, entry);
    const [oldest] = this.#sent.keys();
    if (this.#sent.size > KEYS_MAX && oldest !== undefined) this.#sent.delete(oldest);
  }
}
