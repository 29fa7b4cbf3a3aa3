import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import type { Channels, SendMessage } from "../kernel/ports.ts";
import { newId } from "../kernel/secret.ts";
import type { Services } from "../kernel/services.actions.ts";
import { messageOf } from "../kernel/text.ts";
import { EN_INCIDENTS } from "../language/en/status.ts";
import { keepStatusOutage } from "./facts.queries.ts";
import { closeStatusIncidentOf, openStatusIncident, type Said } from "./incidents.queries.ts";
import { DATABASE_COMPONENTS, DATABASE_TITLE, type Outage } from "./judge-status.ts";
import { STATUS_LIMITS } from "./limits.ts";

/** Those whose messages go through one provider of the operator's; a webhook's provider is its receiver. */
const WATCHED = { email: "mail", sms: "text message", push: "push" } as const;
type Watched = keyof typeof WATCHED;

type ProviderWatchPorts = Pick<Services, "db" | "clock" | "random" | "report">;

/**
 * Senders that observe the results of their calls. A provider that has accepted nothing for over a minute, in two
 * tries or more, is logged once and is an incident from its first refusal until it accepts a message again. If it
 * accepts one before a second try after that minute, the outage is recorded once it is over.
 */
export const watchedChannels = (channels: Channels, ports: ProviderWatchPorts): Channels => ({
  ...channels,
  email: channels.email && watched("email", channels.email, ports),
  sms: channels.sms && watched("sms", channels.sms, ports),
  push: channels.push && watched("push", channels.push, ports),
});

function watched(channel: Watched, send: SendMessage, ports: ProviderWatchPorts): SendMessage {
  const { clock } = ports;
  let outage: { since: Date; tries: number; isSaid: boolean } | null = null;
  // An instance before this one may have left an incident open.
  let isKnownToWork = false;
  return async (message) => {
    const begunAt = clock();
    const result = await send(message);
    if (result.kind === "retry") {
      outage ??= { since: begunAt, tries: 0, isSaid: false };
      outage.tries += 1;
      if (!outage.isSaid && isOutage(outage, clock())) {
        outage.isSaid = true;
        isKnownToWork = false;
        await unlessAway(ports, () => begins(ports, channel, outage?.since ?? begunAt));
      }
    } else if (result.kind === "sent") {
      const ended = outage;
      outage = null;
      if (isKnownToWork && ended === null) return result;
      isKnownToWork = true;
      await unlessAway(ports, () => ends(ports, channel, ended));
    }
    return result;
  };
}

const isOutage = ({ since, tries }: { since: Date; tries: number }, now: Date): boolean =>
  tries > 1 && now.getTime() - since.getTime() >= STATUS_LIMITS.outageSeconds * 1_000;

/** That it can't be put on record keeps no message from being sent. */
async function unlessAway({ report }: ProviderWatchPorts, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    report({ level: "error", event: "provider_outage_not_kept", error: messageOf(error) });
  }
}

const subjectOf = (channel: Watched): string => `provider/${channel}`;
const titleOf = (channel: Watched): string => `The ${WATCHED[channel]} provider takes no messages`;
const secondsBetween = (since: Date, until: Date): number =>
  Math.round((until.getTime() - since.getTime()) / 1_000);

async function begins(ports: ProviderWatchPorts, channel: Watched, since: Date): Promise<void> {
  const seconds = secondsBetween(since, ports.clock());
  ports.report({
    level: "error",
    event: "provider_down",
    channel,
    message: `The ${WATCHED[channel]} provider has taken no message for ${seconds} s: messages wait and are tried again`,
  });
  const id = newId(ID_PREFIXES.statusIncident, ports.random);
  const [subject, title] = [subjectOf(channel), titleOf(channel)];
  const incident = { id, subject, title, impact: "down", components: [channel] } as const;
  await openStatusIncident(ports.db, incident, said(ports, EN_INCIDENTS.news.waiting, since));
}

async function ends(
  ports: ProviderWatchPorts,
  channel: Watched,
  ended: { since: Date; tries: number; isSaid: boolean } | null,
): Promise<void> {
  const { db, report, clock } = ports;
  const until = clock();
  const closed = await closeStatusIncidentOf(
    db,
    subjectOf(channel),
    said(ports, EN_INCIDENTS.news.takesAgain, until),
  );
  if (ended === null || !isOutage(ended, until)) return;
  const seconds = secondsBetween(ended.since, until);
  const message = `The ${WATCHED[channel]} provider takes messages again, ${seconds} s after it refused the first`;
  report({ level: "warn", event: "provider_up", channel, message });
  if (closed) return;
  await keepStatusOutage(db, {
    id: newId(ID_PREFIXES.statusIncident, ports.random),
    newsIds: [newId(ID_PREFIXES.statusNews, ports.random), newId(ID_PREFIXES.statusNews, ports.random)],
    subject: subjectOf(channel),
    title: titleOf(channel),
    impact: "down",
    components: [channel],
    said: [EN_INCIDENTS.news.waiting, `${message}.`],
    since: ended.since,
    until,
  });
}

const said = ({ random }: ProviderWatchPorts, text: string, at: Date): Said => ({
  id: newId(ID_PREFIXES.statusNews, random),
  text,
  at,
});

/** Puts an outage of the database on record once it is over: while it lasted nothing could be written. */
export async function keepDatabaseOutage(
  { db, random }: Pick<Services, "db" | "random">,
  outage: Outage,
): Promise<void> {
  const seconds = Math.round((outage.until.getTime() - outage.since.getTime()) / 1_000);
  await keepStatusOutage(db, {
    id: newId(ID_PREFIXES.statusIncident, random),
    newsIds: [newId(ID_PREFIXES.statusNews, random), newId(ID_PREFIXES.statusNews, random)],
    subject: "database",
    title: DATABASE_TITLE,
    impact: "down",
    components: DATABASE_COMPONENTS,
    said: [EN_INCIDENTS.news.databaseSilent, `The database answers again, after ${seconds} seconds.`],
    ...outage,
  });
}
