import type { JobRunList } from "../../../schema/wire/jobs.ts";
import { pageOf, placeOf } from "../../domain/cursor.ts";
import { done, type Outcome, refuse } from "../../domain/outcome.ts";
import type { Db } from "../../store/db.ts";
import { listRuns } from "../../store/job-run-list.ts";

export type JobRunPage = JobRunList;

/** The ledger, newest tick first. */
export async function listJobRuns(
  { db }: { db: Db },
  { limit, cursor }: { limit: number; cursor: string | null },
): Promise<Outcome<JobRunPage>> {
  const before = cursor === null ? null : placeOf(cursor);
  if (cursor !== null && before === null) return refuse("bad_cursor");
  const rows = await listRuns(db, { before, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ place }) => place);
  return done({ jobs: page.map(({ run }) => run), next_cursor: nextCursor });
}
