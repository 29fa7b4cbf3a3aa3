import { type Channel, ID_PREFIXES } from "../../../../schema/vocabulary.ts";
import { newSignInCode } from "../../../domain/account/sign-in-code.ts";
import { budgetLines, type Spender } from "../../../domain/budget/budget.ts";
import type { SendingPolicy } from "../../../domain/channels/rules.ts";
import { newId } from "../../../domain/id.ts";
import { codeMessage } from "../../../domain/outgoing/mail/code-message.ts";
import type { Random, Vault } from "../../../ports.ts";
import type { NewContactPoint } from "../../../store/outgoing/add-contact-point.ts";
import { sealMessage } from "../seal-message.ts";

type Ports = { random: Random; serverVault: Vault; sendingPolicy: SendingPolicy };
type To = {
  id: string;
  householdId: string;
  channel: Channel;
  address: string;
  /** What the sender needs besides the address; null where that is enough. */
  secret: object | null;
  spender: Spender;
};

/** Six digits for a contact point, the message that brings them, and what that costs. */
export async function newCode(
  { random, serverVault, sendingPolicy: policy }: Ports,
  { id, householdId, channel, address, secret, spender }: To,
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
    content: { ...codeMessage(code), ...(secret === null ? {} : { secret }) },
  });
  return {
    sealedCode: await serverVault.seal("contact-code", id, code),
    mail,
    charges: budgetLines(channel === "sms" ? "sms_code" : "called_code", spender, policy, now),
  };
}
