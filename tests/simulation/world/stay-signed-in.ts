import type { World } from "./world.ts";

/** People look at their home on days that a history leaves out: their sessions do not grow old. */
export async function staySignedIn({ database, stage }: World): Promise<void> {
  const now = new Date(stage.nowMs);
  await database.query(
    "update sessions set last_used_at = $1::timestamptz, expires_at = $1::timestamptz + interval '30 days'",
    [now],
  );
}
