import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { Vault } from "../kernel/ports.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import type { NewMessage, SealedMessage } from "./message.ts";

/** Content is sealed because it may carry a link or a code that opens something. */
export async function sealMessage(
  vault: Vault,
  { content, ...envelope }: NewMessage,
): Promise<SealedMessage> {
  return { ...envelope, sealedContent: await vault.seal("message", envelope.id, JSON.stringify(content)) };
}

type NewMail = Omit<NewMessage, "id" | "channel">;

/** Seals a message that goes out by mail whatever its reader has chosen. */
export const sealMail = (
  { random, serverVault }: Pick<Services, "random" | "serverVault">,
  mail: NewMail,
): Promise<SealedMessage> =>
  sealMessage(serverVault, { ...mail, id: newId(ID_PREFIXES.message, random), channel: "email" });
