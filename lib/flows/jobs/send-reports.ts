import { LIMITS } from "../../../schema/limits.ts";
import type { ReportKind } from "../../domain/cron/report-periods.ts";
import type { DigestFacts } from "../../domain/digest/facts.ts";
import { reportSpan } from "../../domain/digest/gather.ts";
import { wantsReport } from "../../domain/digest/wanted-reports.ts";
import { writeDigest } from "../../domain/digest/write-digest.ts";
import { unsubscribeUrl } from "../../domain/links/unsubscribe-token.ts";
import type { SealedMessage } from "../../domain/outgoing/message.ts";
import { DAY_MS } from "../../domain/time.ts";
import type { Random, SignUnsubscribeToken, Vault } from "../../ports.ts";
import { listReportHomes, type ReportHome } from "../../store/digest-facts.ts";
import { enqueueMessages, newDedupeKeys } from "../../store/outgoing/enqueue.ts";
import { inParallel } from "../in-parallel.ts";
import { sealMail } from "../outgoing/seal-mail.ts";
import { type GatherPorts, gatherReport } from "./gather-report.ts";

export type ReportPorts = GatherPorts & {
  random: Random;
  serverVault: Vault;
  baseUrl: string;
  signUnsubscribeToken: SignUnsubscribeToken;
};

/** Which report it is: of a tick, so that one that is sent late or again is the same. */
type Edition = { kind: ReportKind; tick: Date };

type Reader = { userId: string; email: string; key: string };

/**
 * One mail a tick and member who wants it, home by home. What a run that died has queued is not written
 * again: the next one goes on where it ended.
 */
export async function sendReports(
  ports: ReportPorts,
  kind: ReportKind,
  tick: Date,
): Promise<{ homes: number; mails: number }> {
  const heardSince = new Date(tick.getTime() - LIMITS.reportSilentDaysMax * DAY_MS);
  const counts = { homes: 0, mails: 0 };
  for (let page = 0, afterId = ""; page < LIMITS.reportPagesMax; page += 1) {
    const homes = await listReportHomes(ports.db, { afterId, heardSince, limit: LIMITS.reportPageHomes });
    const due = await dueReaders(ports, { kind, tick }, homes);
    const mails = await inParallel(due, LIMITS.reportConcurrencyMax, ({ home, readers }) =>
      reportHome(ports, { kind, tick }, home, readers),
    );
    counts.homes += due.length;
    counts.mails += mails.reduce((sum, count) => sum + count, 0);
    afterId = homes.at(-1)?.id ?? "";
    if (homes.length < LIMITS.reportPageHomes) break;
  }
  return counts;
}

/** The homes with somebody who has not been written to yet. */
async function dueReaders({ db }: ReportPorts, { kind, tick }: Edition, homes: ReportHome[]) {
  const wanted = homes.filter(isOldEnough({ kind, tick })).map((home) => ({
    home,
    readers: home.members
      .filter(({ choices }) => wantsReport(kind, choices))
      .map(({ userId, email }) => ({ userId, email, key: keyOf({ kind, tick }, home.id, userId) })),
  }));
  const isNew = await newDedupeKeys(
    db,
    wanted.flatMap(({ readers }) => readers.map(({ key }) => key)),
  );
  return wanted
    .map(({ home, readers }) => ({ home, readers: readers.filter(({ key }) => isNew.has(key)) }))
    .filter(({ readers }) => readers.length > 0);
}

/** A report of a time before the home existed would tell of nothing. */
const isOldEnough =
  ({ kind, tick }: Edition) =>
  ({ createdAtMs, timeZone }: ReportHome): boolean =>
    createdAtMs < reportSpan(kind, tick.getTime(), timeZone).period.toMs;

const keyOf = ({ kind, tick }: Edition, householdId: string, userId: string): string =>
  `report/${kind}/${tick.toISOString().slice(0, 10)}/${householdId}/${userId}`;

async function reportHome(
  ports: ReportPorts,
  { kind, tick }: Edition,
  home: ReportHome,
  readers: Reader[],
): Promise<number> {
  const facts = await gatherReport(ports, { home, kind, tick });
  if (facts === null) return 0;
  const messages: SealedMessage[] = [];
  for (const reader of readers) messages.push(await mailTo(ports, facts, home.id, reader));
  return await enqueueMessages(ports.db, messages, ports.clock());
}

async function mailTo(
  ports: ReportPorts,
  facts: Omit<DigestFacts, "links">,
  householdId: string,
  { userId, email, key }: Reader,
): Promise<SealedMessage> {
  const token = await ports.signUnsubscribeToken({ householdId, userId, kind: facts.kind });
  const unsubscribe = unsubscribeUrl(ports.baseUrl, token);
  const { subject, text, html } = writeDigest({
    ...facts,
    links: { dashboard: `${ports.baseUrl}/`, unsubscribe },
  });
  return await sealMail(ports, {
    householdId,
    recipient: email,
    dedupeKey: key,
    kind: `${facts.kind}_report`,
    content: { subject, text, html, unsubscribeUrl: unsubscribe },
  });
}
