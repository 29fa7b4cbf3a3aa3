import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { Vault } from "../kernel/ports.ts";
import { newId } from "../kernel/secret.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import type { Contact } from "./audience/due-finding.ts";
import type { MessageContent, NewMessage, SealedMessage } from "./message.ts";

/** Content is sealed because it may carry a link or a code that opens something. */
export async function sealMessage(
  vault: Vault,
  { content, ...envelope }: NewMessage,
): Promise<SealedMessage> {
  return { ...envelope, sealedContent: await vault.seal("message", envelope.id, JSON.stringify(content)) };
}

type NewMail = Omit<NewMessage, "id" | "channel">;

/** Seals a message that goes out by mail whatever its reader has chosen. */
export const sealMail = ({ random, serverVault }: CoreServices, mail: NewMail): Promise<SealedMessage> =>
  sealMessage(serverVault, { ...mail, id: newId(ID_PREFIXES.message, random), channel: "email" });

type Addressed = Omit<NewMessage, "id" | "channel" | "recipient">;

/**
 * Seals a message to a contact, with the secret that its channel needs.
 * @throws Error where the secret was sealed with a key that this server no longer has
 */
export async function sealToContact(
  { random, serverVault }: CoreServices,
  contact: Pick<Contact, "id" | "channel" | "address" | "sealedSecret">,
  { content, ...message }: Addressed,
): Promise<SealedMessage> {
  const { channel, address: recipient } = contact;
  const id = newId(ID_PREFIXES.message, random);
  const secret = await contactSecret(serverVault, contact);
  return await sealMessage(serverVault, {
    ...message,
    ...{ id, channel, recipient, content: { ...content, ...secret } },
  });
}

/** What the content carries so that it can be sent to the contact; nothing where an address is enough. */
async function contactSecret(
  vault: Vault,
  { id, channel, sealedSecret }: Pick<Contact, "id" | "channel" | "sealedSecret">,
): Promise<Pick<MessageContent, "secret" | "contactId">> {
  if (id === null || sealedSecret === null) return {};
  const opened = await vault.open("contact-secret", id, sealedSecret);
  if (opened === null) throw new Error("A contact's secret was sealed with a key that is gone");
  const secret = JSON.parse(opened.text) as unknown;
  return channel === "webhook" ? { secret, contactId: id } : { secret };
}
