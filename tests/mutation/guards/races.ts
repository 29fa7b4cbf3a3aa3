import type { Guard } from "./guard.ts";

const SEAL = { file: "lib/history/seal.queries.ts", test: "tests/flows/history/history-seal.test.ts" };

/** Of two that come at once, one wins. */
export const RACE_GUARDS: Guard[] = [
  {
    file: "lib/alerts/commit-judgement.actions.ts",
    test: "tests/flows/alerts/commit-judgement.test.ts",
    keeps: "a judgement that lost is made anew",
    was: "if (won.length === changes.length) return judged;",
    is: "return judged;",
  },
  {
    file: "lib/alerts/commit-judgement.actions.ts",
    test: "tests/flows/alerts/commit-judgement.test.ts",
    keeps: "a judgement that always loses is reported",
    was: 'report({ level: "warn", event: "judgement_given_up", household_id: householdId });',
    is: "",
  },
  {
    file: "lib/alerts/commit-changes.queries.ts",
    test: "tests/flows/alerts/commit-changes.test.ts",
    keeps: "one of many judgements wins",
    was: "where alert_states.version = excluded.version - 1",
    is: "",
  },
  {
    file: "lib/alerts/commit-changes.queries.ts",
    test: "tests/http/owned-alerts.test.ts",
    keeps: "a device that has gone gets no alert",
    was: `where (not given.stays or given.owner is null or exists (
            select from owner where owner.id = given.owner and owner.household_id = given.home))`,
    is: "where true",
  },
  {
    file: "lib/alerts/acknowledge.queries.ts",
    test: "tests/http/ack.test.ts",
    keeps: "an alert that has moved is not acknowledged by what was seen before",
    was: "eq(alertStates.version, version),",
    is: "",
  },
  {
    file: "lib/messages/commit-notices.queries.ts",
    test: "tests/flows/messages/commit-notices.test.ts",
    keeps: "a finding is told once",
    was: "::bigint[]) and notified_at is null for update",
    is: "::bigint[]) for update",
  },
  {
    file: "lib/messages/due-homes.queries.ts",
    test: "tests/flows/messages/delivery-faults.test.ts",
    keeps: "what has been told is not due",
    was: "where household_id = home.id and notified_at is null and",
    is: "where household_id = home.id and",
  },
  {
    ...SEAL,
    keeps: "a reading that comes while its day is sealed stays",
    was: "now.rows = asked.rows and ",
    is: "",
  },
  {
    ...SEAL,
    keeps: "a reading that is overwritten while its day is sealed stays",
    was: " and now.stamp = asked.stamp",
    is: "",
  },
  {
    file: "lib/feeds/feeds.queries.ts",
    test: "tests/flows/feeds/poll-feeds.test.ts",
    keeps: "a feed is polled by one poller",
    was: "isFree(now), devices.enabled",
    is: "devices.enabled",
  },
  {
    file: "lib/jobs/job-runs.queries.ts",
    test: "tests/flows/jobs/jobs-run.test.ts",
    keeps: "two ticks of a job never run at once",
    was: "or not exists (select from busy)",
    is: "or true",
  },
  {
    file: "lib/jobs/job-runs.queries.ts",
    test: "tests/flows/jobs/jobs-run.test.ts",
    keeps: "a tick that has run is not run again",
    was: "(run.finished_at is null or run.error is not null)",
    is: "true",
  },
  {
    file: "lib/people/proofs.queries.ts",
    test: "tests/http/account-sign-in.test.ts",
    keeps: "a code signs in once",
    was: "isNull(signInChallenges.usedAt),",
    is: "",
  },
  {
    file: "lib/people/challenges.queries.ts",
    test: "tests/http/account-lockout.test.ts",
    keeps: "a code has few tries",
    was: "lt(signInChallenges.wrongCodes, PEOPLE_LIMITS.signInCodeTriesMax),",
    is: "",
  },
  {
    file: "lib/messages/commit-notices.queries.ts",
    test: "tests/flows/messages/commit-notices.test.ts",
    keeps: "what nobody has written stays to be told",
    was: "where findings.id = due.id and exists",
    is: "where findings.notified_at is null and exists",
  },
  {
    file: "lib/messages/commit-notices.queries.ts",
    test: "tests/flows/messages/commit-notices.test.ts",
    keeps: "nothing is told twice by a writer who is late for a part of it",
    was: "and (select count(*) from due) = ${findingIds.length}::bigint",
    is: "",
  },
  {
    file: "lib/history/cut.queries.ts",
    test: "tests/store/erasure.test.ts",
    keeps: "nothing outlives its home",
    was: '.filter((table) => "deviceNumber" in table)',
    is: '.filter((table) => "deviceNumber" in table && table !== historyTables.history1hMonths)',
  },
  {
    file: "schema/sql/partitions.sql",
    test: "tests/flows/alerts/lock-order.test.ts",
    keeps: "whoever makes a day's table keeps nobody waiting",
    was: "LOCK TABLE ONLY snapshots IN SHARE UPDATE EXCLUSIVE MODE",
    is: "LOCK TABLE ONLY snapshots IN ACCESS EXCLUSIVE MODE",
  },
];
