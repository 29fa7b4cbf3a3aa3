import { MESSAGE_LIMITS } from "../../../lib/outbox/limits.ts";
import type { Taken } from "../world/model.ts";
import { namesDevice, type Person, type World } from "../world/world.ts";
import { type Invariant, judgeEach, together, type Verdict } from "./invariant.ts";

type Row = {
  id: string;
  household_id: string | null;
  alert_ids: string[];
  is_critical: boolean;
  state: string;
  last_error: string | null;
  created_ms: number;
  settled_ms: number | null;
  attempts: number;
};

const MESSAGES = `
  select id, household_id, alert_ids, is_critical, state, last_error, attempts,
    (extract(epoch from created_at) * 1000)::float8 as created_ms,
    (extract(epoch from settled_at) * 1000)::float8 as settled_ms from outbox`;

/** The last state of every message: housekeeping deletes it 30 days after sending, but keeps its finding. */
const everSeen = new WeakMap<World, Map<string, Row>>();

async function readMessages(world: World): Promise<Map<string, Row>> {
  const rows = new Map((await world.database.query<Row>(MESSAGES)).map((row) => [row.id, row]));
  everSeen.set(world, new Map([...(everSeen.get(world) ?? []), ...rows]));
  return rows;
}

const SOON_MS = 600_000;
/** Retries come no sooner: a provider that answers for another message wakes those that failed. */
const AGAIN_MS = MESSAGE_LIMITS.wakeAgainMs;
/** A message is given up after a day of attempts. */
const GIVEN_UP_MS = 12 * 3_600_000;

const isOf = (person: Person, recipient: string): boolean =>
  [person.email, person.phone, `token-${person.email}`].includes(recipient);

/** No message of another home, none twice, and none about something that never happened. */
export const messagesAreTrue: Invariant = {
  name: "told once, of one's own home, and only what happened",
  check: async (world) => {
    const rows = await readMessages(world);
    const taken = [...world.model.taken.values()];
    return together([
      judgeEach(world.model.unread(), (message) => strangerIn(world, message, rows.get(message.id))),
      twins(await saidOf(world, taken, rows)),
      handedAtOnce(world),
      await oftenerThanDecided(world, taken, rows),
      await neverHappened(world),
    ]);
  },
};

function strangerIn({ homes }: World, message: Taken, row: Row | undefined): string | null {
  const home = homes.find(({ people }) => people.some((person) => isOf(person, message.recipient)));
  if (home === undefined) return `${message.id} went to ${message.recipient}, who is in no home`;
  if (row?.household_id != null && row.household_id !== home.id)
    return `${message.id} of ${row.household_id} went to ${message.recipient} of ${home.id}`;
  const others = homes.filter(({ id }) => id !== home.id).flatMap(({ devices }) => devices);
  const stranger = others.find((device) => namesDevice(message.words, device));
  return stranger === undefined ? null : `${message.id} names Node ${stranger.number} of another home`;
}

/** A message with the time of its newest decision. */
type Said = { id: string; said: string; recipient: string; decidedMs: number };

async function saidOf({ database }: World, taken: readonly Taken[], rows: Map<string, Row>): Promise<Said[]> {
  const notified = await database.query<{ alert_id: string; notified_ms: number; decided_ms: number }>(
    `select alert_id, (extract(epoch from notified_at) * 1000)::float8 as notified_ms,
       (extract(epoch from max(at)) * 1000)::float8 as decided_ms
     from findings where notified_at is not null group by 1, 2`,
  );
  const decided = new Map(notified.map((each) => [`${each.alert_id} ${each.notified_ms}`, each.decided_ms]));
  return taken.map(({ id, channel, recipient, words, atMs }) => {
    const row = rows.get(id);
    const moments = row?.alert_ids.flatMap((alert) => decided.get(`${alert} ${row.created_ms}`) ?? []) ?? [];
    const decidedMs = moments.length === 0 ? atMs : Math.max(...moments);
    return { id, recipient, decidedMs, said: `${channel} ${recipient} ${words}` };
  });
}

/** A message about an old decision that could only be sent now may come beside one about a new decision. */
function twins(messages: readonly Said[]): Verdict {
  const same = Map.groupBy(messages, ({ said }) => said);
  return judgeEach(same.values(), (alike) => {
    const ordered = alike.toSorted((a, b) => a.decidedMs - b.decidedMs);
    const twin = ordered.find((one, place) => {
      const before = ordered[place - 1];
      return before !== undefined && one.decidedMs - before.decidedMs < SOON_MS;
    });
    return twin === undefined ? null : `${twin.recipient} was told the same twice: ${twin.id}`;
  });
}

/** Only one dispatcher sends a message at a time, and a retry comes after a while. */
function handedAtOnce({ model }: World): Verdict {
  const tries = Map.groupBy(model.handed, ({ id }) => id);
  return judgeEach(tries.values(), (handed) => {
    const soon = handed.find(({ atMs }, place) => atMs - (handed[place - 1]?.atMs ?? -AGAIN_MS) < AGAIN_MS);
    return soon === undefined ? null : `${soon.id} was handed over again at once`;
  });
}

/** Each decision is in at most one message for each channel. */
async function oftenerThanDecided(
  { database }: World,
  taken: readonly Taken[],
  rows: Map<string, Row>,
): Promise<Verdict> {
  const decided = new Map(
    (
      await database.query<{ alert_id: string; n: number }>(
        // A step of an escalation notifies it again.
        `select alert_id, count(*)::integer as n from (
           select alert_id from findings where notified_at is not null
           union all select alert_id from escalation_steps where notified_at is not null) told group by 1`,
      )
    ).map(({ alert_id, n }) => [alert_id, n]),
  );
  const about = taken.flatMap((message) =>
    (rows.get(message.id)?.alert_ids ?? []).map((alert) => ({
      alert,
      reader: `${message.channel} ${message.recipient}`,
    })),
  );
  const notified = Map.groupBy(about, ({ alert, reader }) => `${alert} ${reader}`);
  return judgeEach(notified, ([key, messages]) => {
    const most = decided.get(key.split(" ")[0] ?? "") ?? 0;
    return messages.length > most ? `${key}: ${messages.length} messages of ${most} decisions` : null;
  });
}

/** An alert needs a reading that shows it, among all that were ever sent. */
async function neverHappened(world: World): Promise<Verdict> {
  const alerts = await world.database.query<{ id: string; kind: string; device_id: string }>(
    "select id, kind, device_id from alerts where kind in ('leak', 'freeze')",
  );
  const sent = [...world.model.sent.values()];
  return judgeEach(alerts, ({ id, kind, device_id }) => {
    const isShown = sent.some(
      ({ deviceId, isWet, temperature }) =>
        deviceId === device_id && (kind === "leak" ? isWet : temperature < 40),
    );
    return isShown ? null : `${kind} ${id}: its device has never sent a reading that shows it`;
  });
}

/** During quiet hours a person only gets critical messages. */
export const quietHours: Invariant = {
  name: "quiet hours",
  check: async (world) => {
    const rows = new Map((await world.database.query<Row>(MESSAGES)).map((row) => [row.id, row]));
    const people = world.homes.flatMap((home) => home.people).filter((person) => person.quietHours !== null);
    const first = world.model.handed.filter(
      ({ attempt, recipient }) => attempt === 1 && people.some((person) => isOf(person, recipient)),
    );
    return judgeEach(first, ({ id, atMs, recipient }) => {
      const row = rows.get(id);
      if (row === undefined || row.is_critical || row.alert_ids.length === 0) return null;
      // Without a dispatch for a day, messages are late, at any hour.
      const isSameNight = isNight(row.created_ms) && isNight(atMs) && atMs - row.created_ms < NIGHT_MS;
      return isSameNight ? `${recipient} was woken by ${id} at ${new Date(atMs).toISOString()}` : null;
    });
  },
};

const NIGHT_MS = 9 * 3_600_000;

/** From 22:00 to 07:00. */
function isNight(ms: number): boolean {
  const hour = new Date(ms).getUTCHours();
  return hour >= 22 || hour < 7;
}

/** True if its provider refused it during all attempts. */
const isGivenUp = ({ state, last_error, created_ms, settled_ms }: Row): boolean =>
  state === "dead" &&
  /It is down|It did not answer/.test(last_error ?? "") &&
  (settled_ms ?? 0) - created_ms > GIVEN_UP_MS;

/** Once the faults are over, everybody has the newest decision of every alert that they are to be notified of. */
export const nobodyIsMissed: Invariant = {
  name: "none missing once faults end",
  check: async (world) => {
    const { database, model } = world;
    const rows = [...(await readMessages(world)).values()];
    const ever = [...(everSeen.get(world)?.values() ?? [])];
    const unnotified = await database.query<{ id: string }>(
      "select id from findings where tell_at is not null and notified_at is null",
    );
    const newest = await database.query<{ alert_id: string; household_id: string; notified_ms: number }>(
      `select distinct on (alert_id) alert_id, household_id, (extract(epoch from notified_at) * 1000)::float8 as notified_ms
       from findings where notified_at is not null and not (finding->>'transition' = 'reminded' and exists (
         -- What it says was told a moment before, late.
         select from findings earlier where earlier.alert_id = findings.alert_id
           and earlier.sequence < findings.sequence and earlier.notified_at > findings.notified_at - interval '5 minutes'))
       order by alert_id, sequence desc`,
    );
    const expected = newest.flatMap((news) =>
      (world.homes.find(({ id }) => id === news.household_id)?.people ?? []).map((person) => ({
        news,
        person,
      })),
    );
    return together([
      judgeEach(unnotified, ({ id }) => `finding ${id} was never told`),
      judgeEach(expected, ({ news, person }) => {
        const about = ever.filter(
          ({ alert_ids, created_ms }) =>
            alert_ids.includes(news.alert_id) && created_ms >= news.notified_ms - 1,
        );
        const has = about.some((row) => {
          const message = model.taken.get(row.id);
          return isGivenUp(row) || (message !== undefined && message.recipient === person.email);
        });
        return has ? null : `${person.email} was never told the newest of ${news.alert_id}`;
      }),
      judgeEach(rows, (row) =>
        row.state === "pending" || (row.state === "dead" && !isGivenUp(row))
          ? `message ${row.id} is ${row.state}: ${row.last_error}`
          : null,
      ),
      judgeEach(rows, ({ id, state }) =>
        state === "sent" && !model.taken.has(id) ? `${id} was never sent` : null,
      ),
    ]);
  },
};
