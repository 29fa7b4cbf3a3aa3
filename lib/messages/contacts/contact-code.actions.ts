import { type Channel, ID_PREFIXES, type Language, type Spending } from "../../../schema/vocabulary.ts";
import { budgetLines, type Spender } from "../../budget/budget.ts";
import type { SendingPolicy } from "../../channels/rules.ts";
import { newId } from "../../kernel/secret.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { newSignInCode } from "../../people/sign-in.ts";
import type { NewContactPoint } from "../add-contact-point.queries.ts";
import { codeMessage } from "../mail/account-mails.ts";
import type { MessageContent } from "../message.ts";
import { sealMessage } from "../seal-message.actions.ts";

type Ports = Pick<Services, "random" | "serverVault"> & { sendingPolicy: SendingPolicy };
type To = {
  id: string;
  householdId: string;
  channel: Channel;
  address: string;
  /** What the sender needs besides the address; null where that is enough. */
  secret: object | null;
  spender: Spender;
  language: Language;
};

/** Six digits for a contact point, the message that brings them, and what that costs. */
export async function newCode(
  { random, serverVault, sendingPolicy: policy }: Ports,
  { id, householdId, channel, address, secret, spender, language }: To,
  now: Date,
): Promise<NonNullable<NewContactPoint["code"]>> {
  const code = newSignInCode(random);
  const messageId = newId(ID_PREFIXES.message, random);
  const mail = await sealMessage(serverVault, {
    id: messageId,
    householdId,
    channel,
    recipient: address,
    dedupeKey: `contact-code/${messageId}`,
    kind: "contact_code",
    isCritical: true,
    content: { ...codeContent(channel, code, language), ...(secret === null ? {} : { secret }) },
  });
  return {
    sealedCode: await serverVault.seal("contact-code", id, code),
    mail,
    charges: budgetLines(CODE_SPENDINGS[channel] ?? "called_code", spender, policy, now),
  };
}

const CODE_SPENDINGS: { readonly [C in Channel]?: Spending } = { sms: "sms_code", call: "call_code" };

const codeContent = (channel: Channel, code: string, language: Language): MessageContent =>
  channel === "call" ? { ...codeMessage(code, language), code, language } : codeMessage(code, language);
