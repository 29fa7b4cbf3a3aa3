import { LIMITS } from "../../../schema/limits.ts";
import type { Channel, Language, Spending } from "../../../schema/vocabulary.ts";
import { budgetCharges, type Spender } from "../../budget/budget.ts";
import { ADDRESS_READERS } from "../../channels/registry.ts";
import { type NewAddress, plainAddress } from "../../channels/rules.ts";
import { judgeAddresses } from "../../kernel/judge-url.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { refuseAddress } from "../../language/languages.ts";
import { newSignInCode } from "../../people/sign-in.ts";
import type { NewContactPoint } from "../add-contact-point.queries.ts";
import { codeMessage } from "../mail/account-mails.ts";
import type { MessageContent } from "../message.ts";
import { sealMessage } from "../seal-message.actions.ts";

const CODE_SPENDINGS: { readonly [C in Channel]?: Spending } = { sms: "sms_code", call: "call_code" };

/** One mailbox with a domain of at least two parts; only its answer shows if it exists. */
const EMAIL = /^[^\s@"<>(),;:\\]{1,64}@[^\s@"<>(),;:\\.]+(?:\.[^\s@"<>(),;:\\.]+)+$/;

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
  services: Services,
  { id, householdId, channel, address, secret, spender, language }: To,
  now: Date,
): Promise<NonNullable<NewContactPoint["code"]>> {
  const code = newSignInCode(services.random);
  const mail = await sealMessage(services, {
    ...{ householdId, channel, recipient: address, dedupeKey: `contact-code/${id}`, kind: "contact_code" },
    isCritical: true,
    content: { ...codeContent(channel, code, language), ...(secret === null ? {} : { secret }) },
  });
  return {
    sealedCode: await services.serverVault.seal("contact-code", id, code),
    mail,
    charges: budgetCharges(CODE_SPENDINGS[channel] ?? "called_code", spender, services.sendingPolicy, now),
  };
}

const codeContent = (channel: Channel, code: string, language: Language): MessageContent =>
  channel === "call" ? { ...codeMessage(code, language), code, language } : codeMessage(code, language);

/** An address that somebody typed for a channel, checked as far as possible before anything is sent there. */
export async function readAddress(
  services: Services,
  channel: Channel,
  text: string,
): Promise<Outcome<NewAddress>> {
  if (channel === "email") return readEmail(text);
  const { sendingPolicy: policy, webhookRules, random } = services;
  // Only a program knows the address of a push.
  if (channel === "push") return refuse("invalid_request", "You can't add an address for this channel");
  const read = ADDRESS_READERS[channel](text, { policy, webhookRules, random });
  if (!read.ok) return read;
  return (await refusedHost(services, read.value)) ?? read;
}

function readEmail(text: string): Outcome<NewAddress> {
  const address = text.trim().toLowerCase();
  if (address.length > LIMITS.emailCharactersMax || !EMAIL.test(address))
    return refuseAddress((words) => words.email);
  return done(plainAddress(address));
}

/** A name that nobody can resolve just now is saved: no call is made before it resolves. */
async function refusedHost({ resolveHost }: Services, { host }: NewAddress) {
  if (host === null || resolveHost === null) return null;
  const judged = judgeAddresses(await resolveHost(host));
  if (judged.ok || judged.reason === "unresolvable") return null;
  return refuseAddress((words) => words.hostNotPublic);
}
