import type { ActivityList } from "../../schema/wire/account/activity.ts";
import type { Services } from "../kernel/services.actions.ts";
import { listActivity as findPage } from "./activity.queries.ts";

type ActivityPage = ActivityList;

type ActivityAsk = {
  householdId: string;
  before: number | null;
  limit: number;
  /** Whether the reader may see from where the others did it. */
  withAddresses: boolean;
};

/** One entry more than asked for tells whether there is a next page. */
export async function listActivity(
  { db }: Pick<Services, "db">,
  { householdId, before, limit, withAddresses }: ActivityAsk,
): Promise<ActivityPage> {
  const found = await findPage(db, { householdId, before, limit: limit + 1 });
  const activity = found.slice(0, limit).map((item) => (withAddresses ? item : { ...item, ip: null }));
  return { activity, next_cursor: found.length > limit ? (activity.at(-1)?.id ?? null) : null };
}
