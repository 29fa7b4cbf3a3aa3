import { SECRET_TYPES } from "../../../schema/vocabulary.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import { isWellFormedSecret } from "../../domain/secret.ts";
import type { Clock } from "../../ports.ts";
import type { Db } from "../../store/db.ts";
import { confirmSubscription, endSubscription } from "../../store/status-subscribers.ts";

/** What a link in a mail does, once its button is pressed. */
export type StatusLink = "confirm" | "unsubscribe";

const TOKEN_TYPES = { confirm: SECRET_TYPES.statusConfirm, unsubscribe: SECRET_TYPES.statusUnsubscribe };

/** Tells a token that can't be one without a database call. */
export const couldBeStatusLink = (link: StatusLink, token: string): boolean =>
  isWellFormedSecret(TOKEN_TYPES[link], token);

/** Unsubscribing always succeeds: a provider that repeats it must not hear otherwise. */
export async function answerStatusLink(
  ports: { db: Db; clock: Clock },
  link: StatusLink,
  token: string,
): Promise<Outcome<{ ok: true }>> {
  if (!couldBeStatusLink(link, token)) return refuse("dead_status_link");
  if (link === "confirm") {
    const confirmed = await confirmSubscription(ports.db, token, ports.clock());
    return confirmed ? done({ ok: true }) : refuse("dead_status_link");
  }
  await endSubscription(ports.db, token);
  return done({ ok: true });
}
