import { type Invariant, judgeEach } from "./invariant.ts";

/** The home's activity has every confirmed change, and no refused one. */
export const activityIsComplete: Invariant = {
  name: "activity complete",
  check: async ({ database, model }) => {
    const rows = await database.query<{
      household_id: string;
      action: string;
      subject: string | null;
      n: number;
    }>("select household_id, action, subject, count(*)::integer as n from activity group by 1, 2, 3");
    const found = new Map(rows.map((row) => [`${row.household_id} ${row.action} ${row.subject}`, row.n]));
    const wishes = Map.groupBy(
      model.wishes,
      ({ homeId, action, subject }) => `${homeId} ${action} ${subject}`,
    );
    return judgeEach(wishes, ([key, same]) => {
      const done = same.filter(({ outcome }) => outcome === "done").length;
      const most = same.filter(({ outcome }) => outcome !== "refused").length;
      const entries = found.get(key) ?? 0;
      if (entries < Math.min(done, 1)) return `${key} was done and is not in the activity`;
      const isNamed = same.every(({ subject }) => subject !== null);
      return isNamed && entries > most
        ? `${key} stands ${entries} times, and was asked for ${most} times`
        : null;
    });
  },
};
