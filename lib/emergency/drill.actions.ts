import { LIMITS } from "../../schema/limits.ts";
import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { DrillAnswer } from "../../schema/wire/account/coverage.ts";
import { capHome } from "../budget/counts.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { secretHash } from "../kernel/statements.queries.ts";
import { HOUR_MS } from "../kernel/time.ts";
import { drillMessage } from "../messages/hand-over-messages.actions.ts";
import { isAlertToken, newAlertToken } from "../messages/links/tokens.ts";
import type { SendTestPorts } from "../messages/send-test.actions.ts";
import type { Acting } from "../people/items.ts";
import { type Limited, overCountedLimit } from "../people/network.ts";
import { findDrill, findDrillAudience, startDrill } from "./drill.queries.ts";
import { type DrilledContact, planDrill, shownDrill } from "./drill.ts";
import { type DrillLink, listGuards, openDrillLink, tryReadings } from "./drill-link.queries.ts";
import { drillPosts, triedSensor } from "./try-sensors.ts";

export type DrillPorts = SendTestPorts & { baseUrl: string };
type Ports = Pick<Services, "db" | "clock">;

const DAY_SECONDS = 86_400;
const DRILL_LIMIT = { name: "drills", limit: LIMITS.drillsPerDay, windowSeconds: DAY_SECONDS };

/**
 * Gives each sensor for water or cold a test reading, which is stored, judged and undone, and sends a marked test to everybody whom the alert of it would be
 * sent to, through the outbox and their providers. Each message has a link of its own that is to be tapped.
 */
export async function beginDrill(
  ports: DrillPorts,
  { householdId, actor }: Acting,
): Promise<Limited<DrillAnswer>> {
  const { db, random, sendingPolicy, configuredChannels } = ports;
  const at = ports.clock();
  const [audience, guards] = await Promise.all([
    findDrillAudience(db, householdId, at),
    listGuards(db, householdId),
  ]);
  if (audience === null) return refuse("not_found");
  const { plan, trialEndsAt, standing, homeName, people, outsiders, sent } = audience;
  const stored = await tryReadings(db, drillPosts(guards, at.getTime()));
  const sensors = guards.map((guard) => triedSensor(guard, stored.get(guard.deviceId) ?? [], at.getTime()));
  const { contacts, charges } = planDrill({
    sensors,
    household: capHome({ id: householdId, plan, trialEndsAt }, standing, at.getTime()),
    people,
    outsiders,
    sent,
    configured: configuredChannels,
    policy: sendingPolicy,
    now: at.getTime(),
  });
  if (contacts.every(({ skipped }) => skipped !== null))
    return refuse("no_recipient", "Nobody in this home can get a critical alert right now");
  const written = await Promise.all(
    contacts.map((contact) => writeTo(ports, { householdId, homeName }, contact, at)),
  );
  const id = newId(ID_PREFIXES.drill, random);
  const messages = written.flatMap(({ message }) => (message === null ? [] : [message]));
  const details = { contacts: messages.length };
  const verdict = await startDrill(db, {
    id,
    sensors,
    expiresAt: new Date(at.getTime() + LIMITS.drillHours * HOUR_MS),
    contacts: written.map(({ noted }) => noted),
    messages,
    charges,
    entry: { householdId, at, actor, action: "drill_started", subject: id, details },
    countedSince: new Date(at.getTime() - DAY_SECONDS * 1_000),
  });
  if (verdict.verdict === "too_often") return overCountedLimit(DRILL_LIMIT, verdict.fullSince, at, "drills");
  if (verdict.verdict === "used_up") return refuse("sms_used_up");
  return await showDrill(ports, householdId, id);
}

async function writeTo(
  ports: DrillPorts,
  home: { householdId: string; homeName: string },
  { userId, contactId, contact, language, skipped }: DrilledContact,
  at: Date,
) {
  const id = newId(ID_PREFIXES.message, ports.random);
  const { channel, address: recipient } = contact;
  const noted = { id, userId, contactId, channel, recipient, skipped };
  if (skipped !== null) return { noted: { ...noted, tokenHash: null }, message: null };
  const token = newAlertToken(ports.random);
  const message = await drillMessage(ports, { ...home, id, contact, language, token }, at);
  return { noted: { ...noted, tokenHash: await secretHash(token) }, message };
}

/** `id` is null for the newest. */
export async function showDrill(
  { db, clock }: Ports,
  householdId: string,
  id: string | null,
): Promise<Outcome<DrillAnswer>> {
  const found = await findDrill(db, householdId, id);
  return found === null ? refuse("not_found") : done({ drill: shownDrill(found, clock()) });
}

/** What a drill's link says. Looking changes nothing: scanners follow every link. */
export const openDrill = (ports: Ports, token: string): Promise<Outcome<DrillLink>> =>
  linkOf(ports, token, false);

/** Its reader says that it has arrived; once more changes nothing. */
export const tapDrill = (ports: Ports, token: string): Promise<Outcome<DrillLink>> =>
  linkOf(ports, token, true);

async function linkOf({ db, clock }: Ports, token: string, isTap: boolean): Promise<Outcome<DrillLink>> {
  const link = isAlertToken(token) ? await openDrillLink(db, token, clock(), isTap) : null;
  return link === null ? refuse("dead_ack_link") : done(link);
}
