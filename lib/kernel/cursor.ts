import { withoutPadding } from "./text.ts";

/**
 * The last row of a list's page: its moment to the microsecond and its id. A cursor encodes it. Cursors are opaque
 * to callers, and stay valid while rows are added, since they name a position in the order and not an offset.
 */
export type Place = { atMicroseconds: string; id: string };

/** The base64 of a place has only letters and digits, which need no escaping in a URL. */
const CURSOR = /^[\dA-Za-z]+$/;
const PLACE = /^(-?\d{1,18})\/([\w-]{1,64})$/;

export const cursorOf = ({ atMicroseconds, id }: Place): string =>
  withoutPadding(btoa(`${atMicroseconds}/${id}`));

/** Decodes a cursor; returns null unless it has the form of one that we issued. */
export function placeOf(cursor: string): Place | null {
  if (!CURSOR.test(cursor) || cursor.length % 4 === 1) return null;
  const [, atMicroseconds, id] = PLACE.exec(atob(cursor)) ?? [];
  return atMicroseconds === undefined || id === undefined ? null : { atMicroseconds, id };
}

/** Cuts `rows`, fetched with `limit + 1`, to one page. `nextCursor` is null on the last page. */
export function pageOf<Row>(rows: Row[], limit: number, place: (row: Row) => Place) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(place(last)) : null };
}
