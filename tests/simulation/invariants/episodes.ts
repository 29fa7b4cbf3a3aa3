import type { World } from "../world/world.ts";
import { type Invariant, together, type Verdict } from "./invariant.ts";

/**
 * A process that dies between a deletion and the end of the alerts leaves these to the next tick that finishes, however
 * late it is. `$1`: the last such tick may not know of anything later.
 */
const LATELY = `exists (select from activity act where act.household_id = alerts.household_id
     and act.at > $1::timestamptz and (act.subject = alerts.device_id or act.action = 'pull_setup_saved'))`;
/** A late deletion, plus the lease of a tick that has died. */
const UNSEEN_MS_MAX = 55 * 60_000;

/** Each returns a row for every violation, with a sentence. */
const NEVER = [
  `select format('%s %s has %s open episodes', kind, subject, count(*)) as sentence from alerts
   where closed_at is null group by household_id, kind, subject having count(*) > 1`,
  `select format('%s of %s is open without its device', kind, subject) as sentence from alerts
   where closed_at is null and device_id is not null and not exists (
     select from devices d where d.id = alerts.device_id and d.enabled and d.household_id = alerts.household_id)
     and not ${LATELY}`,
  `select format('%s of %s is open without its sensor', kind, subject) as sentence from alerts
   where closed_at is null and sensor_id is not null and not exists (select from sensors s where s.id = sensor_id)
     and not ${LATELY}`,
  `select format('%s of %s: its state and its episode disagree', kind, subject) as sentence
   from alert_states known left join lateral (
     select closed_at is null as is_open from alerts a where a.household_id = known.household_id
       and a.kind = known.kind and a.subject = known.subject order by episode desc limit 1) last on true
   where (known.state->>'open')::boolean <> coalesce(last.is_open, false)`,
  `select format('finding %s of %s belongs to another home than its alert', f.id, f.alert_id) as sentence
   from findings f join alerts a on a.id = f.alert_id where a.household_id <> f.household_id`,
  `select format('alert %s has no opening before its end', id) as sentence from alerts
   where closed_at < opened_at`,
];

export const episodes: Invariant = {
  name: "one open episode a home, kind and subject, and none without a subject",
  check: async (world) => together(await Promise.all(NEVER.map((statement) => none(world, statement)))),
};

async function none({ database, model }: World, statement: string): Promise<Verdict> {
  const ticked = model.begins.findLast(({ job, heardAs }) => job === "collect-history" && heardAs === "ran");
  const seen = new Date((ticked?.atMs ?? 0) - UNSEEN_MS_MAX);
  const rows = await database.query<{ sentence: string }>(statement, statement.includes("$1") ? [seen] : []);
  return { checked: 1, broken: rows.map(({ sentence }) => sentence) };
}
