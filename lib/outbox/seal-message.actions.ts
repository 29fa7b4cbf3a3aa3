import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { MessageContent } from "../channels/content.ts";
import { newId } from "../kernel/secret.ts";
import type { CoreServices } from "../kernel/services.actions.ts";
import type { Contact, Envelope, NewMessage, SealedMessage } from "./message.ts";

/** Seals a message's content, which may hold a link or a code that grants access. */
export async function sealMessage(
  { random, serverVault }: CoreServices,
  { content, ...envelope }: NewMessage,
): Promise<SealedMessage> {
  const id = newId(ID_PREFIXES.message, random);
  return { ...envelope, id, sealedContent: await serverVault.seal("message", id, JSON.stringify(content)) };
}

/** Seals a message that goes out by mail, whatever channels its reader has chosen. */
export const sealMail = (services: CoreServices, mail: Omit<NewMessage, "channel">): Promise<SealedMessage> =>
  sealMessage(services, { ...mail, channel: "email" });

/**
 * Seals a message to a contact, with the secret that its channel needs.
 * @throws Error if the secret was sealed with a key that this server no longer has
 */
export async function sealToContact(
  services: CoreServices,
  { id, channel, address: recipient, sealedSecret }: Contact,
  { content, ...message }: Omit<NewMessage, "channel" | "recipient">,
): Promise<SealedMessage> {
  const to = { ...message, channel, recipient };
  // Most channels need only an address.
  if (id === null || sealedSecret === null) return await sealMessage(services, { ...to, content });
  const opened = await services.serverVault.open("contact-secret", id, sealedSecret);
  if (opened === null) throw new Error("A contact's secret was sealed with a key that is gone");
  return await sealMessage(services, { ...to, content: { ...content, secret: JSON.parse(opened.text) } });
}

/** Seals one message for each contact, in the contact's own form. The dedupe key is `name` with the contact. */
export const sealToEach = (
  services: CoreServices,
  contacts: readonly Contact[],
  { name, ...envelope }: Omit<Envelope, "channel" | "recipient" | "dedupeKey"> & { name: string },
  contentFor: (contact: Contact) => MessageContent,
): Promise<SealedMessage[]> =>
  Promise.all(
    contacts.map((contact) => {
      const content = contentFor(contact);
      return sealToContact(services, contact, { ...envelope, dedupeKey: contactKey(name, contact), content });
    }),
  );

export const contactKey = (name: string, { channel, address }: Pick<Contact, "channel" | "address">) =>
  `${name}/${channel}/${address}`;
