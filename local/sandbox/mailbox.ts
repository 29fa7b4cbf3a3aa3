import type { SandboxMailbox, SandboxMessage } from "../../lib/channels/sandbox.vendor.ts";

const MESSAGES_MAX = 5_000;

/** Everything that was accepted, oldest first; the oldest go when it is full. */
export class Mailbox implements SandboxMailbox {
  #messages: SandboxMessage[] = [];

  add(message: SandboxMessage): void {
    this.#messages.push(message);
    if (this.#messages.length > MESSAGES_MAX) this.#messages.shift();
  }

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
