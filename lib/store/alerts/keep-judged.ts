import { type SQL, sql } from "drizzle-orm";
import type { Learned } from "../../domain/alerts/judge-cooling.ts";
import type { FoundFault } from "../../domain/alerts/judge-faults.ts";
import type { Findings, LearnedRhythm } from "../../domain/alerts/look-at-home.ts";
import type { KeptGuess } from "../../domain/placement/kept-guesses.ts";
import type { Db } from "../db.ts";
import { devicesLock } from "../under-lock.ts";
import { keepForecasts, settleForecasts } from "./freeze-forecasts.ts";
import { type ClaimedLook, settleLooks } from "./looks.ts";

/** What a look at a home has brought beside changes, and when the next one is due. */
export type KeptLook = ClaimedLook & { findings: Findings; dueAt: Date };

/** Keeps all of it in one call, and nothing of it if that fails. */
export async function keepJudged(db: Db, homes: KeptLook[]): Promise<void> {
  if (homes.length === 0) return;
  const all = <Row>(rowsOf: (findings: Findings) => Row[]) =>
    homes.flatMap(({ findings }) => rowsOf(findings));
  const foreseen = homes.flatMap(({ householdId, findings }) =>
    findings.foreseen.map((each) => ({ ...each, householdId })),
  );
  const awaiting = homes.filter(({ findings }) => findings.frozen !== null);
  const looks = homes.map(({ householdId, asked, dueAt }) => ({ householdId, asked, dueAt }));
  const rhythms = all((findings) => findings.rhythms);
  const learned = all((findings) => findings.learned);
  const faults = all((findings) => findings.faults);
  const guesses = all((findings) => findings.guesses);
  const sensorIds = [learned, faults, guesses].flatMap((rows) => rows.map(({ sensorId }) => sensorId));
  // Devices before sensors, as an ingest takes them; looks last, which are never waited for.
  const statements = [
    ...ofRows([...rhythms, ...sensorIds], () =>
      devicesLock({ deviceIds: rhythms.map(({ deviceId }) => deviceId), sensorIds }),
    ),
    ...ofRows(rhythms, rememberRhythms),
    ...ofRows(learned, rememberTau),
    ...ofRows(faults, rememberFaults),
    ...ofRows(guesses, rememberGuesses),
    ...ofRows(foreseen, keepForecasts),
    ...ofRows(awaiting, (some) =>
      settleForecasts(
        some.map(({ householdId }) => householdId),
        all(({ frozen }) => frozen ?? []),
      ),
    ),
  ];
  await db("repeatable", (queries) => {
    const [first = settleLooks(looks), ...others] = [...statements, settleLooks(looks)];
    return queries.batch([queries.execute(first), ...others.map((statement) => queries.execute(statement))]);
  });
}

const ofRows = <Row>(rows: Row[], statement: (rows: Row[]) => SQL): SQL[] =>
  rows.length === 0 ? [] : [statement(rows)];

/** How fast spaces cool. */
const rememberTau = (learned: Learned[]): SQL => sql`
  update sensors set tau_hours = learned."tauHours"
  from jsonb_to_recordset(${JSON.stringify(learned)}::jsonb) as learned ("sensorId" text, "tauHours" real)
  where sensors.id = learned."sensorId"`;

/** What a study found wrong with sensors, or no longer finds. */
const rememberFaults = (found: FoundFault[]): SQL => sql`
  update sensors set fault = found.fault, faulty_since = 'epoch'::timestamptz + found.since * interval '1 millisecond'
  from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as found ("sensorId" text, fault text, since float8)
  where sensors.id = found."sensorId" and sensors.fault is distinct from found.fault`;

/** How regularly devices are heard. */
const rememberRhythms = (learned: LearnedRhythm[]): SQL => sql`
  update devices set rhythm = learned.rhythm
  from jsonb_to_recordset(${JSON.stringify(learned)}::jsonb) as learned ("deviceId" text, rhythm jsonb)
  where devices.id = learned."deviceId"`;

/** Guesses that rest on a reading of then: they stay when the reading is another. */
const rememberGuesses = (guesses: KeptGuess[]): SQL => sql`
  update sensors set placement_guess = kept.guess
  from jsonb_to_recordset(${JSON.stringify(guesses)}::jsonb) as kept ("sensorId" text, guess jsonb)
  where sensors.id = kept."sensorId"`;
