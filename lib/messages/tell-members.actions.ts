import { ID_PREFIXES, type ResponderAnswer } from "../../schema/vocabulary.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { RESPONDERS } from "../language/sent.ts";
import type { Contact, Person } from "./audience/due-finding.ts";
import { DEFAULT_PREFERENCES } from "./audience/preferences.ts";
import { contactSecret } from "./contacts/contacts.actions.ts";
import type { SealedMessage } from "./message.ts";
import { plainContent } from "./notice/call-content.ts";
import { nameText } from "./notice/plain-text.ts";
import { sealMessage } from "./seal-message.actions.ts";

type Ports = Pick<Services, "random" | "serverVault" | "baseUrl">;

/** What somebody outside the home has answered, about which alert of which home. */
type Said = { who: string; answer: ResponderAnswer; title: string; home: string };

/** `name`: one message a reason, whoever it goes to. */
type MemberNews = { householdId: string; alertIds: string[]; name: string; said: Said };

/** Text messages are for alarms, and a program is told of alerts alone. */
const LEFT_OUT: readonly string[] = ["sms", "webhook"];

/** What each member hears by mail, push and in their apps, as far as they have not turned these off. */
export async function memberMessages(
  { random, serverVault, baseUrl }: Ports,
  people: readonly Person[],
  { householdId, alertIds, name, said }: MemberNews,
): Promise<SealedMessage[]> {
  const [alertId = ""] = alertIds;
  const url = `${baseUrl}/alerts/${alertId}`;
  const told = people.flatMap((person) =>
    person.contacts.filter((contact) => isTold(person, contact)).map((contact) => ({ person, contact })),
  );
  return await Promise.all(
    told.map(async ({ person, contact }) => {
      const { channel, address } = contact;
      const language = contact.language ?? person.language;
      const words = RESPONDERS[language];
      const about = words.about(nameText(said.title, ""), nameText(said.home, ""));
      const content = plainContent({
        ...{ channel, language, lines: [about], button: words.see, url, isUrgent: false },
        subject: words.answers[said.answer](nameText(said.who, "?")),
      });
      return await sealMessage(serverVault, {
        id: newId(ID_PREFIXES.message, random),
        householdId,
        channel,
        recipient: address,
        alertIds,
        dedupeKey: `${name}/${channel}/${address}`,
        kind: "contact_answered",
        isCritical: true,
        content: { ...content, ...(await contactSecret(serverVault, contact)) },
      });
    }),
  );
}

const isTold = ({ preferences }: Person, { channel, isVerified, isGone }: Contact): boolean =>
  isVerified &&
  !isGone &&
  !LEFT_OUT.includes(channel) &&
  { ...DEFAULT_PREFERENCES, ...preferences }[channel] === true;
