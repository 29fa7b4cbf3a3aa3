import type { PlantedBug } from "./bug.ts";

const CHANGES = "lib/alerts/commit-changes.queries.ts";

export const ALERT_BUGS: readonly PlantedBug[] = [
  {
    breaks: "of two judgements at once both count",
    file: CHANGES,
    find: "where alert_states.version = excluded.version - 1",
    replace: "",
    suite: "tests/flows/alerts/commit-changes.test.ts",
  },
  {
    breaks: "an alert opens for a device that has gone",
    file: CHANGES,
    find: "where (not given.stays or given.owner is null or",
    replace: "where (true or",
    suite: "tests/flows/alerts/commit-changes.test.ts",
  },
  {
    breaks: "a judgement that another has overtaken is not made anew",
    file: "lib/alerts/commit-judgement.actions.ts",
    find: "current = await reload();",
    replace: "current = null;",
    suite: "tests/flows/alerts/commit-judgement.test.ts",
  },
  {
    breaks: "what was stored by an attempt whose answer was lost is never judged",
    file: "lib/readings/record-readings.actions.ts",
    find: "result.isRepeated ? await findFactsOfKey(ports.db, keyHash) : result.facts",
    replace: "result.facts",
    suite: "tests/flows/messages/delivery-faults.test.ts",
  },
  {
    breaks: "a leak is closed by water",
    file: "lib/alerts/kinds/leak.ts",
    find: "const severity = reading.value !== 0",
    replace: "const severity = reading.value > 1",
  },
  {
    breaks: "the alerts of a device outlive it",
    file: "lib/alerts/incidents.queries.ts",
    find: "const isEnded = sql`not exists (select 1 from alerts where ${ownedOpen(owners)})`",
    replace: "const isEnded = sql`true`",
    suite: "tests/http/owned-alerts.test.ts",
  },
  {
    breaks: "a home that somebody asks for while it is judged waits a day",
    file: "lib/alerts/due-checks.queries.ts",
    find: 'case when ours.asked = wanted.asked then wanted."dueAt" else ours.due_at end',
    replace: 'wanted."dueAt"',
    suite: "tests/flows/alerts/due-homes.test.ts",
  },
];
