import type { Channel, SendingScope, Spending } from "../../schema/vocabulary.ts";
import type { Block } from "../channels/block.ts";
import type { Cap } from "../channels/rules.ts";

/** One row of what has been spent: messages of a channel, or acts. */
export type Counter = { channel: Channel | Spending; scope: SendingScope; subject: string; period: string };

/** Adds to a counter, which may not go over `max`: else nothing of the whole commit happens. */
export type Charge = Counter & { add: number; max: number };

export const countKey = ({ channel, scope, subject, period }: Counter): string =>
  JSON.stringify([channel, scope, subject, period]);

/** What has been sent, and what is being planned on top of it. */
export class Counts {
  readonly #sent: Readonly<Record<string, number>>;
  readonly #charges = new Map<string, Charge>();

  constructor(sent: Readonly<Record<string, number>>) {
    this.#sent = sent;
  }

  /** Counts a message against all its caps where each has room for it; else answers why it is not sent. */
  take(channel: Channel, caps: readonly Cap[]): Block | null {
    const full = caps.find((cap) => this.#count({ channel, ...cap }) + (cap.add ?? 1) > cap.max);
    if (full !== undefined) return full.block;
    for (const { scope, subject, period, max, add: more = 1 } of caps) {
      const key = countKey({ channel, scope, subject, period });
      const add = (this.#charges.get(key)?.add ?? 0) + more;
      this.#charges.set(key, { channel, scope, subject, period, max, add });
    }
    return null;
  }

  charges(): Charge[] {
    return [...this.#charges.values()];
  }

  #count(counter: Counter): number {
    const key = countKey(counter);
    return (this.#sent[key] ?? 0) + (this.#charges.get(key)?.add ?? 0);
  }
}

/** Providers that read `a.b+c@` as `ab@`. */
const IGNORE_DOTS = ["gmail.com", "googlemail.com"];

/**
 * The mailbox that mail to an address lands in, as far as that can be known: what follows a `+` is its owner's own,
 * and some providers read no dots. For counting; mail goes to the address as it was given.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ""] = email.slice(0, at).toLowerCase().split("+");
  const isDotted = IGNORE_DOTS.includes(domain);
  return `${isDotted ? name.replaceAll(".", "") : name}@${isDotted ? "gmail.com" : domain}`;
}

/** By what an address is known again: as it was given and, where it is a mail address, as its mailbox. */
export const spellingsOf = (address: string): string[] =>
  address.includes("@") ? [...new Set([address, mailboxOf(address)])] : [address];
