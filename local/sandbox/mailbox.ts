import type { Channel } from "../../schema/vocabulary.ts";

const MESSAGES_MAX = 5_000;

/** What a provider would have delivered, in the words of `GET /messages`. */
export type SandboxMessage = {
  channel: Channel;
  to: string;
  subject: string | null;
  body: string;
  idempotency_key: string | null;
  at: string;
  /** Email only. */
  html?: string;
  headers?: unknown;
};

/** Everything that was accepted, oldest first; the oldest go when it is full. */
export class Mailbox {
  #messages: SandboxMessage[] = [];

  add(message: SandboxMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > MESSAGES_MAX) this.#messages.shift();
  }

  /** Messages as a telephone shows them: a push takes the place of an earlier one with its collapse key. */
  collapse(message: SandboxMessage): void {
    const earlier = this.#messages.find(
      ({ channel, to, idempotency_key }) =>
        channel === "push" &&
        to === message.to &&
        idempotency_key !== null &&
        idempotency_key === message.idempotency_key,
    );
    if (earlier === undefined) this.add(message);
    else Object.assign(earlier, { subject: message.subject, body: message.body });
  }

  all(): SandboxMessage[] {
    return [...this.#messages];
  }

  clear(): void {
    this.#messages = [];
  }
}
