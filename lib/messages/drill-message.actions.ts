import type { Language } from "../../schema/vocabulary.ts";
import type { Services } from "../kernel/services.actions.ts";
import { NOTICES } from "../language/sent.ts";
import type { Contact } from "./audience/due-finding.ts";
import { contactSecret } from "./contacts/contacts.actions.ts";
import { drillLinkUrl } from "./links/tokens.ts";
import type { SealedMessage } from "./message.ts";
import { plainContent } from "./notice/call-content.ts";
import { nameText } from "./notice/plain-text.ts";
import { testEvent } from "./notice/render-notice.ts";
import { sealMessage } from "./seal-message.actions.ts";

type Drilled = {
  id: string;
  householdId: string;
  homeName: string;
  contact: Contact;
  language: Language;
  token: string;
};

/** A drill's message to one contact: its first words say what it is, and its link is to be tapped. */
export async function drillMessage(
  { serverVault, baseUrl }: Pick<Services, "serverVault" | "baseUrl">,
  { id, householdId, homeName, contact, language, token }: Drilled,
  now: Date,
): Promise<SealedMessage> {
  const { channel, address: recipient } = contact;
  const { drill, yourHome } = NOTICES[language];
  const url = drillLinkUrl(baseUrl, token);
  const subject = drill.subject(nameText(homeName, yourHome));
  const content = plainContent({
    ...{ channel, language, subject, url, isUrgent: false },
    lines: [drill.text],
    button: drill.button,
  });
  const event = testEvent({ subject: content.subject, text: `${drill.text} ${url}` }, now);
  return await sealMessage(serverVault, {
    ...{ id, householdId, channel, recipient, dedupeKey: `drill/${id}`, kind: "drill" },
    content: {
      ...content,
      language,
      ...(content.url === undefined ? {} : { linkLabel: drill.button }),
      ...(channel === "webhook" ? { event } : {}),
      ...(await contactSecret(serverVault, contact)),
    },
  });
}
