import https from "node:https";
import { connect } from "node:net";
import type { MessageContent } from "../../lib/channels/content.ts";
import type { OutgoingMessage } from "../../lib/channels/ports.ts";
import { newId } from "../../lib/kernel/secret.ts";
import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { cryptoRandom } from "./services.ts";

/** Controls the sandbox; throws the sandbox's error. */
export async function tellSandbox(
  url: string,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
): Promise<void> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(url + path, { method, ...sent });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

/**
 * Redirects every HTTPS connection of this process to the sandbox in plain HTTP, because Google's packages accept no
 * address.
 */
export function sendHttpsTo(url: string): void {
  https.globalAgent = new SandboxAgent(url);
}

class SandboxAgent extends https.Agent {
  readonly #port: number;

  constructor(url: string) {
    super();
    this.#port = Number(new URL(url).port);
  }

  override createConnection() {
    return connect(this.#port, "127.0.0.1");
  }
}

export const outgoing = (
  recipient: string,
  changes: Partial<OutgoingMessage> & { content?: MessageContent } = {},
): OutgoingMessage => ({
  id: newId(ID_PREFIXES.message, cryptoRandom),
  recipient,
  content: { subject: "Freeze in the cellar", text: "Cellar: 33 °F and falling." },
  attempt: 1,
  ...changes,
});
