import type { Plan, PlannedEvent } from "./plan.ts";

const TRIES_MAX = 120;

/** The same failure with less: without events, then without acts beside others, then without faults. */
export async function shrink(plan: Plan, fails: (plan: Plan) => Promise<boolean>): Promise<Plan> {
  let least = plan;
  let tries = 0;
  const attempt = async (events: PlannedEvent[]): Promise<boolean> => {
    if (tries >= TRIES_MAX) return false;
    tries += 1;
    const smaller = { ...plan, events };
    const isSame = await fails(smaller);
    if (isSame) least = smaller;
    return isSame;
  };
  for (
    let size = Math.ceil(least.events.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < least.events.length; ) {
      const isGone = await attempt(least.events.toSpliced(from, size));
      if (!isGone) from += size;
    }
  }
  for (const event of [...least.events]) {
    for (const smaller of [
      { ...event, acts: event.acts.slice(0, 1) },
      { ...event, faults: 0 },
    ]) {
      const known = least.events.find(({ id }) => id === event.id);
      const isNew =
        known !== undefined &&
        JSON.stringify({ ...known, ...changed(event, smaller) }) !== JSON.stringify(known);
      if (isNew)
        await attempt(
          least.events.map((one) => (one.id === event.id ? { ...one, ...changed(event, smaller) } : one)),
        );
    }
  }
  return least;
}

const changed = (event: PlannedEvent, smaller: PlannedEvent): Partial<PlannedEvent> =>
  smaller.faults === event.faults ? { acts: smaller.acts } : { faults: smaller.faults };
