import { TRUST_LIMITS } from "./defaults.ts";
import type { Moment } from "./evidence.ts";
import type { Trust } from "./verdict.ts";

export type Series = readonly { at: Moment; value: number }[];

/** Others that really move take more than three values; a stable room may take two or three. */
const MOVING_VALUES = 4;

/**
 * Since when the sensor has said one and the same value, often and long enough, while at least half of its
 * siblings (same kind, same household) moved; null while it is believable. All oldest first.
 */
export function stuckSince(own: Series, siblings: readonly Series[]): Moment | null {
  const last = own.at(-1);
  if (last === undefined || siblings.length === 0) return null;
  const changed = own.findLastIndex(({ value }) => value !== last.value);
  const same = own.slice(changed + 1);
  const since = same[0]?.at ?? last.at;
  if (same.length < TRUST_LIMITS.stuckReadings || last.at - since < TRUST_LIMITS.stuckMs) return null;
  const moving = siblings.filter((sibling) => hasMoved(sibling, since, last.at));
  return moving.length * 2 >= siblings.length ? since : null;
}

function hasMoved(sibling: Series, from: Moment, to: Moment): boolean {
  const values = sibling.filter(({ at }) => at >= from && at <= to).map(({ value }) => value);
  return new Set(values).size >= MOVING_VALUES;
}

/** A reported fault outweighs a suspicion. */
export function trustOf(faultyAt: Moment | null, stuckAt: Moment | null): Trust {
  if (faultyAt !== null) return { is: "faulty", since: faultyAt };
  return stuckAt === null ? { is: "ok" } : { is: "stuck", since: stuckAt };
}
