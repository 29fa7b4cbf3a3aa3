import type { PlantedBug } from "./bug.ts";

const SEAL = "lib/history/seal.queries.ts";
const SEAL_MONTHS = "lib/history/months.queries.ts";

export const HISTORY_BUGS: readonly PlantedBug[] = [
  {
    breaks:
      "whoever makes a day's table keeps everybody from it, and waits for a device whose holder wants to read it",
    file: "schema/sql/partitions.sql",
    find: "LOCK TABLE ONLY snapshots IN SHARE UPDATE EXCLUSIVE MODE",
    replace: "LOCK TABLE ONLY snapshots IN ACCESS EXCLUSIVE MODE",
    suite: "tests/flows/alerts/lock-order.test.ts",
  },
  {
    breaks: "a reading that comes while its day is sealed goes with the snapshots",
    file: SEAL,
    find: "where now.rows = asked.rows and now.stamp = asked.stamp",
    replace: "where true",
    suite: "tests/flows/history/history-seal.test.ts",
  },
  {
    breaks: "a day is sealed that is not in the tiers",
    file: SEAL,
    find: "or exists (\n      select from rolled_days",
    replace: "or true or exists (\n      select from rolled_days",
    suite: "tests/flows/history/history-seal.test.ts",
  },
  {
    breaks: "what was sealed stays in the snapshots and keeps its day from being dropped",
    file: SEAL,
    find: "gone as (\n          delete from snapshots snapshot using ready\n          where",
    replace: "gone as (\n          delete from snapshots snapshot using ready\n          where false and",
    suite: "tests/flows/history/history-seal.test.ts",
  },
  {
    breaks: "a late reading replaces what was sealed of its day before",
    file: "lib/history/seal-days.actions.ts",
    find: "known === undefined ? points : withLate(openChunk(known), points)",
    replace: "known === undefined ? points : points",
    suite: "tests/flows/history/history-seal.test.ts",
  },
  {
    breaks: "a bucket of fewer readings replaces one of more",
    file: "lib/history/tables.queries.ts",
    find: "where excluded.readings >= kept.readings",
    replace: "where excluded.readings < kept.readings",
    suite: "tests/flows/history/history-reads.test.ts",
  },
  {
    breaks: "a day is dropped with what it still holds",
    file: "schema/sql/partitions.sql",
    find: "IF NOT is_used THEN\n\t\tEXECUTE",
    replace: "IF true THEN\n\t\tEXECUTE",
    suite: "tests/flows/history/history-seal.test.ts",
  },
  {
    breaks: "a bucket that comes while its month is sealed goes with the rows",
    file: SEAL_MONTHS,
    find: "where now.rows = asked.rows and now.stamp = asked.stamp",
    replace: "where true",
    suite: "tests/flows/history/history-months.test.ts",
  },
  {
    breaks: "a late bucket of fewer readings replaces a sealed one of more",
    file: "lib/history/buckets.ts",
    find: "one.count >= before.count",
    replace: "one.count >= 0",
    suite: "tests/domain/history/sealed-months.test.ts",
  },
  {
    breaks: "what was sealed of a month stays in its rows",
    file: SEAL_MONTHS,
    find: "tier using ready where",
    replace: "tier using ready where false and",
    suite: "tests/flows/history/history-months.test.ts",
  },
  {
    breaks: "a month that is sealed again loses what was sealed of it before",
    file: "lib/history/seal-months.actions.ts",
    find: "chunk === null ? buckets : withRows(openBuckets(chunk), buckets)",
    replace: "chunk === null ? buckets : buckets",
    suite: "tests/flows/history/history-months.test.ts",
  },
  {
    breaks: "readers ask rows alone of a part of a month that is sealed",
    file: SEAL_MONTHS,
    find: "kept.month >= ${partAt(fromMs)}::date",
    replace: "kept.month > ${partAt(fromMs)}::date",
    suite: "tests/flows/history/history-parts.test.ts",
  },
  {
    breaks: "quarter hours that an earlier release sealed by the month are not read",
    file: SEAL_MONTHS,
    find: "(kept.month = ${monthAt(fromMs)}::date or ",
    replace: "(",
    suite: "tests/flows/history/history-parts.test.ts",
  },
  {
    breaks: "rows of open days go with a part that is sealed",
    file: SEAL_MONTHS,
    find: 'least(${of("next_bucket")}, ${beforeBucket})',
    replace: '${of("next_bucket")}',
    suite: "tests/flows/history/history-parts.test.ts",
  },
  {
    breaks: "the last bucket of a day counts a reading twice",
    file: "lib/history/tables.queries.ts",
    find: "count(*)::integer as readings,",
    replace: "(count(*) + (count(*) > 3)::integer)::integer as readings,",
  },
];
