import { withoutPadding } from "./text.ts";

/**
 * Where a page of a list ended: a moment to the microsecond and the id that came last at it. Opaque to
 * callers, and stable while rows are added, since it names a place in the order and not a count.
 */
export type Place = { atMicroseconds: string; id: string };

/** For such a text, base64 has only letters and digits, which a URL takes unchanged. */
const CURSOR = /^[\dA-Za-z]+$/;
const PLACE = /^(-?\d{1,18})\/([\w-]{1,64})$/;

export const cursorOf = ({ atMicroseconds, id }: Place): string =>
  withoutPadding(btoa(`${atMicroseconds}/${id}`));

/** Null for what never was a cursor of ours. */
export function placeOf(cursor: string): Place | null {
  if (!CURSOR.test(cursor) || cursor.length % 4 === 1) return null;
  const [, atMicroseconds, id] = PLACE.exec(atob(cursor)) ?? [];
  return atMicroseconds === undefined || id === undefined ? null : { atMicroseconds, id };
}

/** A page and where the next one begins, out of one row more than asked for. */
export function pageOf<Row>(rows: Row[], limit: number, place: (row: Row) => Place) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(place(last)) : null };
}
