import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { isAlertToken } from "../links/tokens.ts";
import { type AskedOutsider, confirmOutsider, findAsked, stopOutsider } from "./outsiders.queries.ts";

type Ports = Pick<Services, "db" | "clock">;

/** Who was asked by whom. Changes nothing: scanners follow every link. */
export async function openAsk({ db }: Pick<Services, "db">, token: string): Promise<Outcome<AskedOutsider>> {
  const asked = isAlertToken(token) ? await findAsked(db, token) : null;
  return asked === null ? refuse("dead_ack_link") : done(asked);
}

/** Says yes, or no and stop; the same again changes nothing. Whoever has stopped stays so. */
export async function answerAsk(
  ports: Ports,
  token: string,
  isYes: boolean,
  ip: string | null,
): Promise<Outcome<AskedOutsider>> {
  const asked = await openAsk(ports, token);
  if (!asked.ok) return asked;
  const { id, householdId, name, address } = asked.value;
  const actor = { type: "contact", id, ip } as const;
  const entry = { householdId, at: ports.clock(), actor, subject: id, details: { name } };
  if (isYes) await confirmOutsider(ports.db, id, { ...entry, action: "home_contact_confirmed" });
  else await stopOutsider(ports.db, { id, address }, { ...entry, action: "home_contact_stopped" });
  return await openAsk(ports, token);
}
