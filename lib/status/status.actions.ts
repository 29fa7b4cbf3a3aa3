import { ID_PREFIXES, type Language, SECRET_TYPES } from "../../schema/vocabulary.ts";
import type { Readiness, SystemStatus } from "../../schema/wire/status.ts";
import { budgetCharges } from "../budget/budget.ts";
import { mailboxOf } from "../budget/counts.ts";
import { StoreError } from "../kernel/db.queries.ts";
import { networkOf } from "../kernel/network.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { SharedLimiter } from "../kernel/ports.ts";
import { isWellFormedSecret, newId, newSecret } from "../kernel/secret.ts";
import type { CoreServices, Services } from "../kernel/services.actions.ts";
import { statusConfirmMail } from "../outbox/mail/status-mails.ts";
import { sealMail } from "../outbox/seal-message.actions.ts";
import { findStatusFacts, pingDatabase } from "./incidents.queries.ts";
import { judgeStatus, statusWithoutDatabase } from "./judge-status.ts";
import { STATUS_LIMITS } from "./limits.ts";
import { confirmSubscription, endSubscription, requestSubscription } from "./subscribers.queries.ts";

/** Returns the public status within a second, even if the database doesn't respond. */
export const showStatus = async (services: Services): Promise<SystemStatus> =>
  (await lookAtStatus(services)).status;

/** Returns the status and the facts behind it; the facts are null if the database doesn't respond. */
export async function lookAtStatus(services: Services) {
  const now = services.clock();
  const facts = await unlessSilent(services, findStatusFacts(services.db, now));
  if (facts === null) return { status: statusWithoutDatabase(now), facts };
  const faults = [...facts.faults, ...services.ownFaults];
  return { status: judgeStatus({ ...facts, faults }, services.configuredChannels, now), facts };
}

/** Returns the result of a query, or null if the database is down or too slow. */
function unlessSilent<T>({ inTime }: CoreServices, work: Promise<T>): Promise<T | null> {
  const answered = work.catch((error: unknown) => {
    if (error instanceof StoreError && error.failure !== "refused") return null;
    throw error;
  });
  return inTime(answered, STATUS_LIMITS.statusWaitMs);
}

/** Requests a subscription (double opt-in). Answers the same for known addresses: it must not reveal subscribers. */
export async function subscribeToStatus(
  services: Services,
  { email, ip, language }: { email: string; ip: string | null; language: Language },
): Promise<{ ok: true }> {
  const now = services.clock();
  const network = networkOf(ip);
  const confirm = newSecret(SECRET_TYPES.statusConfirm, services.random);
  const unsubscribe = await services.linkTokens.sign("status", { email });
  const id = newId(ID_PREFIXES.message, services.random);
  const mail = await sealMail(services, {
    householdId: null,
    recipient: email,
    dedupeKey: `status_confirm/${id}`,
    kind: "status_confirm",
    turnOf: network,
    content: statusConfirmMail(
      services.baseUrl,
      { confirm, unsubscribe },
      STATUS_LIMITS.statusConfirmHours,
      language,
    ),
  });
  const spender = { address: mailboxOf(email), network, isEstablished: false };
  const charges = budgetCharges("status_mail", spender, services.sendingPolicy, now);
  await requestSubscription(services.db, { email, language, now, mail, confirmToken: confirm, charges });
  return { ok: true };
}

export async function confirmStatus({ db, clock }: Services, token: string): Promise<Outcome<{ ok: true }>> {
  const isConfirmed = isStatusConfirm(token) && (await confirmSubscription(db, token, clock()));
  return isConfirmed ? done({ ok: true }) : refuse("dead_link");
}

export const isStatusConfirm = (token: string): boolean =>
  isWellFormedSecret(SECRET_TYPES.statusConfirm, token);

/** Ends a subscription. Succeeds with every valid link, even if repeated: a mail provider may call it twice. */
export async function unsubscribeFromStatus(
  { db, clock, linkTokens }: Services,
  token: string,
): Promise<Outcome<{ ok: true }>> {
  const claim = await linkTokens.verify("status", token);
  if (claim === null) return refuse("dead_link");
  await endSubscription(db, claim.email, clock());
  return done({ ok: true });
}

const PROBE = { name: "ready", limit: 1_000, windowSeconds: 60 };

/**
 * Checks that this instance can work. It can without Redis: then it counts requests by itself. Tells a database that
 * refuses (a wrong password, no such database) from a silent one, because waiting doesn't help there.
 */
export async function showReadiness(
  services: CoreServices & { redis: SharedLimiter | null },
): Promise<Readiness> {
  const asked = pingDatabase(services.db).catch((error: unknown) => {
    if (error instanceof StoreError) return isRefusal(error) ? ("refused" as const) : ("silent" as const);
    throw error;
  });
  const [database, redis] = await Promise.all([
    services.inTime(asked, STATUS_LIMITS.statusWaitMs),
    services.redis?.(PROBE, "anyone"),
  ]);
  return {
    ready: database === "ok",
    database: database ?? "silent",
    redis: redis === undefined ? "not_configured" : redis === null ? "silent" : "ok",
  };
}

/** SQLSTATE class 28 is a rejected login, 3D a database that doesn't exist. */
const isRefusal = ({ failure, code = "" }: StoreError): boolean =>
  failure === "refused" || /^(28|3D)/.test(code);
