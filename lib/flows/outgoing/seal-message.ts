import type { NewMessage, SealedMessage } from "../../domain/outgoing/message.ts";
import type { Vault } from "../../ports.ts";

/** Content is sealed because it may carry a link or a code that opens something. */
export async function sealMessage(
  vault: Vault,
  { content, ...envelope }: NewMessage,
): Promise<SealedMessage> {
  return { ...envelope, sealedContent: await vault.seal("message", envelope.id, JSON.stringify(content)) };
}
