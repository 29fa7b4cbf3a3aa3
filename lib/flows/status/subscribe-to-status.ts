import { ID_PREFIXES, SECRET_TYPES } from "../../../schema/vocabulary.ts";
import { networkOf } from "../../domain/account/network.ts";
import { budgetLines } from "../../domain/budget/budget.ts";
import { mailboxOf } from "../../domain/budget/mailbox.ts";
import type { SendingPolicy } from "../../domain/channels/rules.ts";
import { newId } from "../../domain/id.ts";
import { statusConfirmMail } from "../../domain/outgoing/mail/status-mail.ts";
import { newSecret } from "../../domain/secret.ts";
import type { Clock, Random, SignStatusToken, Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { requestSubscription } from "../../store/request-subscription.ts";
import { sealMessage } from "../outgoing/seal-message.ts";

export type SubscribePorts = {
  db: Db;
  clock: Clock;
  random: Random;
  serverVault: Vault;
  signStatusToken: SignStatusToken;
  sendingPolicy: SendingPolicy;
  baseUrl: string;
};

/** Double opt-in. The same work and the same answer whoever has subscribed. */
export async function subscribeToStatus(
  ports: SubscribePorts,
  { email, ip }: { email: string; ip: string | null },
): Promise<{ ok: true }> {
  const now = ports.clock();
  const network = networkOf(ip);
  const confirm = newSecret(SECRET_TYPES.statusConfirm, ports.random);
  const unsubscribe = await ports.signStatusToken({ email });
  const id = newId(ID_PREFIXES.message, ports.random);
  const mail = await sealMessage(ports.serverVault, {
    id,
    householdId: null,
    channel: "email",
    recipient: email,
    dedupeKey: `status_confirm/${id}`,
    kind: "status_confirm",
    turnOf: network,
    content: statusConfirmMail(ports.baseUrl, { confirm, unsubscribe }),
  });
  const spender = { address: mailboxOf(email), network, isEstablished: false };
  const charges = budgetLines("status_mail", spender, ports.sendingPolicy, now);
  await requestSubscription(ports.db, { email, now, mail, confirmToken: confirm, charges });
  return { ok: true };
}
