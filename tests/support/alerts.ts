import { ingestApp } from "../../functions/ingest/app.ts";
import type { Channels, OutgoingMessage } from "../../lib/channels/ports.ts";
import { dispatch } from "../../lib/messages/dispatch.actions.ts";
import type { Plan } from "../../schema/vocabulary.ts";
import { channelsBy } from "./channels.ts";
import { openTestDatabase } from "./database.ts";
import { addDevice, addHome, addMember, type TestDevice } from "./fixtures.ts";
import { postTo } from "./readings.ts";
import { testClock, testServices } from "./services.ts";

export type Sent = OutgoingMessage & { channel: keyof Channels };

/** Opens Ada's home with one device, and everything from a posted body to a sent message, over fake providers. */
export async function openAlerts(start = "2026-11-20T10:00:00Z", plan: Plan = "pro") {
  const database = await openTestDatabase();
  const clock = testClock(start);
  const sent: Sent[] = [];
  const channel = (name: keyof Channels) => async (message: OutgoingMessage) => {
    sent.push({ ...message, channel: name });
    return { kind: "sent" as const, providerId: null };
  };
  const channels = channelsBy(channel);
  const services = { ...testServices(database, clock), channels };
  const home = await addHome(database, "Ada's home", plan);
  const owner = await addMember(database, home, "owner");
  const device = await addDevice(database, home, { name: "Cellar node", space: "Cellar" });
  const app = ingestApp(services);
  const post = (body: unknown, to: Pick<TestDevice, "ingestKey"> = device) => postTo(app, to, body);
  const alerts = (kind?: string) =>
    database.query(
      "select * from alerts where household_id = $1 and ($2::text is null or kind = $2) order by opened_at",
      [home, kind ?? null],
    );
  /** Sends what is due; returns the messages. */
  const send = async () => {
    sent.length = 0;
    await dispatch(services);
    return [...sent];
  };
  /** Makes the device regular, with a post every five minutes so far: it is then offline after 45. */
  const becomeRegular = () =>
    database.sql`update devices set recent_gaps = array_fill(300, array[20]) where id = ${device.id}`;
  /** Makes the home a month old, with its device online all the time. */
  const becomeEstablished = async () => {
    const since = new Date(clock().getTime() - 30 * 86_400_000);
    await database.sql`update households set created_at = ${since} where id = ${home}`;
    await database.sql`update devices set created_at = ${since} where id = ${device.id}`;
  };
  return {
    becomeEstablished,
    becomeRegular,
    database,
    clock,
    services,
    home,
    owner,
    device,
    app,
    post,
    alerts,
    send,
    sent,
  };
}

export type Alerts = Awaited<ReturnType<typeof openAlerts>>;
