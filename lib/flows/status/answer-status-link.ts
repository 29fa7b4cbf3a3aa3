import { SECRET_TYPES } from "../../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { isWellFormedSecret } from "../../domain/secret.ts";
import type { Clock, VerifyStatusToken } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { confirmSubscription, endSubscription } from "../../store/status-subscribers.ts";

/** What a link in a mail does, once its button is pressed. */
export type StatusLink = "confirm" | "unsubscribe";

export type StatusLinkPorts = { db: Db; clock: Clock; verifyStatusToken: VerifyStatusToken };

/** Tells a token that can't be one without a database call. */
export const couldBeStatusLink = async (
  { verifyStatusToken }: Pick<StatusLinkPorts, "verifyStatusToken">,
  link: StatusLink,
  token: string,
): Promise<boolean> =>
  link === "confirm"
    ? isWellFormedSecret(SECRET_TYPES.statusConfirm, token)
    : (await verifyStatusToken(token)) !== null;

export async function answerStatusLink(
  ports: StatusLinkPorts,
  link: StatusLink,
  token: string,
): Promise<Outcome<{ ok: true }>> {
  return link === "confirm" ? await confirm(ports, token) : await unsubscribe(ports, token);
}

async function confirm({ db, clock }: StatusLinkPorts, token: string): Promise<Outcome<{ ok: true }>> {
  if (!isWellFormedSecret(SECRET_TYPES.statusConfirm, token)) return refuse("dead_status_link");
  return (await confirmSubscription(db, token, clock())) ? done({ ok: true }) : refuse("dead_status_link");
}

/** Always succeeds with a link of ours: a provider that repeats it must not hear otherwise. */
async function unsubscribe(
  { db, clock, verifyStatusToken }: StatusLinkPorts,
  token: string,
): Promise<Outcome<{ ok: true }>> {
  const claim = await verifyStatusToken(token);
  if (claim === null) return refuse("dead_status_link");
  await endSubscription(db, claim.email, clock());
  return done({ ok: true });
}
