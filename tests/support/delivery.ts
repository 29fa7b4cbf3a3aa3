import type { SendResult } from "../../lib/channels/content.ts";
import type { Channels, OutgoingMessage } from "../../lib/channels/ports.ts";
import { STORE_LIMITS } from "../../lib/kernel/db.queries.ts";
import { dispatch, sendDue } from "../../lib/messages/dispatch.actions.ts";
import { openAlerts, type Sent } from "./alerts.ts";
import { channelsBy } from "./channels.ts";
import { addContactPoint } from "./contacts.ts";

const MINUTE_MS = 60_000;
export const PHONE = "+15555550100";
export const SENT: SendResult = { kind: "sent", providerId: "p1" };
export const DOWN: SendResult = { kind: "retry", reason: "down" };

type Answer = (message: Sent) => SendResult | Promise<SendResult>;

/** Opens Ada's home with senders whose providers answer as a test says. */
export async function openDelivery() {
  const world = await openAlerts();
  const { database } = world;
  /** Returns another sender over the same database and clock; `answer` stands for every provider. */
  const sender = (answer: Answer = () => SENT) => {
    const handed: Sent[] = [];
    const channelOf = (channel: keyof Channels) => async (message: OutgoingMessage) => {
      handed.push({ ...message, channel });
      return answer({ ...message, channel });
    };
    const channels = channelsBy(channelOf);
    const services = { ...world.services, channels };
    return { handed, dispatch: () => dispatch(services), send: () => sendDue(services) };
  };
  /** Repeats a run every minute, as the clock does. */
  const tick = async (minutes: number, run: () => Promise<unknown>): Promise<void> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await run();
      world.clock.advance(MINUTE_MS);
    }
  };
  const withPhone = (userId = world.owner.userId, phone = PHONE) =>
    addContactPoint(database, userId, "sms", phone);
  const withToken = (token: string, userId = world.owner.userId) =>
    addContactPoint(database, userId, "push", token);
  const outbox = () =>
    database.sql<{ state: string; channel: string; kind: string; last_error: string | null }>`
      select state, channel, kind, last_error from outbox order by created_at, kind, channel`;
  const smsUsage = async () =>
    (
      await database.sql<{ sent: number }>`
        select sent from sending_counts where scope = 'home' and channel = 'sms'`
    )[0]?.sent;
  /** Makes the next call fail, including all its retries. */
  const breakDatabase = (about?: string) => {
    for (let time = 0; time < STORE_LIMITS.storeAttemptsMax; time += 1)
      database.failNext({ kind: "refuse" }, about);
  };
  return { ...world, sender, tick, withPhone, withToken, outbox, smsUsage, breakDatabase };
}

export type Delivery = Awaited<ReturnType<typeof openDelivery>>;

export const subjects = (messages: Sent[]) => messages.map(({ content }) => content.subject);
