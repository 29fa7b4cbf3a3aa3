import { type Channel, ID_PREFIXES, type Language } from "../../../schema/vocabulary.ts";
import { newId } from "../../kernel/secret.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { RESPONDERS } from "../../language/sent.ts";
import { homeContactUrl } from "../links/tokens.ts";
import type { SealedMessage } from "../message.ts";
import { plainContent } from "../notice/call-content.ts";
import { sealMessage } from "../seal-message.actions.ts";
import { nameText } from "../sms-text.ts";

/** Whom a home asks; `by` is the address of the member who does, `secret` what the sender needs besides. */
type Asked = {
  id: string;
  householdId: string;
  channel: Channel;
  language: Language;
  address: string;
  secret: object | null;
  by: string;
  home: string;
};

/** The one question before anything else, with the link that answers it. */
export async function askMessage(
  { random, serverVault, baseUrl }: Services,
  { id, householdId, channel, language, address, secret, by, home }: Asked,
  token: string,
): Promise<SealedMessage> {
  const words = RESPONDERS[language];
  const content = plainContent({
    channel,
    language,
    subject: words.ask(by, nameText(home, "")),
    lines: [words.askMore],
    button: words.askOpen,
    url: homeContactUrl(baseUrl, token),
    isUrgent: false,
  });
  return await sealMessage(serverVault, {
    id: newId(ID_PREFIXES.message, random),
    householdId,
    channel,
    recipient: address,
    dedupeKey: `contact-asked/${id}`,
    kind: "contact_asked",
    content: { ...content, ...(secret === null ? {} : { secret }) },
  });
}
