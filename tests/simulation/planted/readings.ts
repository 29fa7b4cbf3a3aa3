import type { PlantedBug } from "./bug.ts";

const POST = "schema/sql/ingest.sql";
const READINGS = "schema/sql/ingest.sql";
const USUAL = "schema/sql/fragments/usual-post.sql";
const STORE = "schema/sql/store-readings.sql";
const SNAPSHOT = "schema/sql/snapshots.sql";

export const READING_BUGS: readonly PlantedBug[] = [
  {
    breaks: "an attempt whose answer was lost is stored once more",
    file: POST,
    find: "AND is_stored(device.number",
    replace: "AND false AND is_stored(device.number",
  },
  {
    breaks: "a request of the same time as another's is taken for its retry, and lost",
    file: "schema/sql/ingest.sql",
    find: "AND s.request = request_id",
    replace: "",
  },
  {
    breaks: "a retry to an instance with another clock is stored once more",
    file: "schema/sql/ingest.sql",
    find: "received_at - limit_retry_hours() * interval '1 hour'",
    replace: "received_at",
  },
  {
    breaks: "a post with an Idempotency-Key is stored as often as it is sent",
    file: POST,
    find: "IF FOUND THEN\n\t\t\tRETURN jsonb_build_object(\n\t\t\t\t'outcome', 'stored', 'readings', known",
    replace:
      "IF false THEN\n\t\t\tRETURN jsonb_build_object(\n\t\t\t\t'outcome', 'stored', 'readings', known",
  },
  {
    breaks: "a repeated post is judged by the wrong clock of its instance",
    file: POST,
    find: "'repeated', true)\n\t\t\t|| clock_error;",
    replace: "'repeated', true);",
    suite: "tests/http/instance-clock.test.ts",
  },
  {
    breaks: "an instance's clock is always believed",
    file: "schema/sql/ingest.sql",
    find: "ELSE clock_timestamp()\n",
    replace: "ELSE said\n",
  },
  {
    breaks: "bodies of one moment that contradict each other become one",
    file: SNAPSHOT,
    find: '\t\t\tAND merge_values(s."values", sent) = merge_values(sent, s."values")\n',
    replace: "",
  },
  {
    breaks: "a body whose moment is taken is acknowledged and not stored",
    file: SNAPSHOT,
    find: "IF joined IS NULL THEN",
    replace: "IF joined IS NULL AND is_own_time THEN RETURN; ELSIF joined IS NULL THEN",
  },
  {
    breaks: "a late reading stays out of the tiers of a day that was rolled up",
    file: SNAPSHOT,
    find: "DELETE FROM rolled_days\n\tWHERE",
    replace: "DELETE FROM rolled_days\n\tWHERE false AND",
    suite: "tests/flows/history/history-reads.test.ts",
  },
  {
    breaks: "an older reading takes the place of the latest",
    file: STORE,
    find: "OR counted_at >= device.latest_at[reading.position] OR device",
    replace: "OR true OR device",
    suite: "tests/http/ingest.test.ts",
  },
  {
    breaks: "the usual post stores nothing",
    file: READINGS,
    find: "AND s.recorded_at = said);\n\tIF NOT FOUND THEN",
    replace: "AND s.recorded_at = said AND false) AND false;\n\tIF false THEN",
    suite: "tests/http/ingest-deadband.test.ts",
  },
  {
    breaks: "a value outside its band is stored without being judged",
    file: USUAL,
    find: "\t\tAND is_within_deadband(sent, d.deadband_low, d.deadband_high)\n",
    replace: "",
    suite: "tests/http/ingest-deadband.test.ts",
  },
];
