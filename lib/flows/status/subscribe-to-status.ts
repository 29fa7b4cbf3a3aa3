import { ID_PREFIXES, SECRET_TYPES } from "../../../schema/vocabulary.ts";
import { newId } from "../../domain/id.ts";
import { statusConfirmMail } from "../../domain/outgoing/mail/status-mail.ts";
import { newSecret } from "../../domain/secret.ts";
import type { Clock, Random, SignStatusToken, Vault } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { requestSubscription } from "../../store/status-subscribers.ts";
import { sealMessage } from "../outgoing/seal-message.ts";

export type SubscribePorts = {
  db: Db;
  clock: Clock;
  random: Random;
  serverVault: Vault;
  signStatusToken: SignStatusToken;
  baseUrl: string;
};

/** Double opt-in. The same work and the same answer whoever has subscribed. */
export async function subscribeToStatus(ports: SubscribePorts, email: string): Promise<{ ok: true }> {
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
    content: statusConfirmMail(ports.baseUrl, { confirm, unsubscribe }),
  });
  await requestSubscription(ports.db, { email, now: ports.clock(), mail, confirmToken: confirm });
  return { ok: true };
}
