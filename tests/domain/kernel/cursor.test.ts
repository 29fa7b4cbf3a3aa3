import fc from "fast-check";
import { expect, test } from "vitest";
import { cursorOf, pageOf, placeOf } from "../../../lib/kernel/cursor.ts";

const place = fc.record({
  atMicroseconds: fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map(String),
  id: fc.stringMatching(/^[\w-]{1,64}$/),
});

test("a cursor names the place that it was made of, in characters that a URL takes", () => {
  fc.assert(
    fc.property(place, (made) => {
      const cursor = cursorOf(made);
      expect(cursor).toMatch(/^[\dA-Za-z]+$/);
      expect(placeOf(cursor)).toEqual(made);
    }),
  );
});

test("what never was a cursor is null and never a throw", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
      const read = placeOf(text);
      if (read !== null) expect(read.atMicroseconds).toMatch(/^-?\d{1,18}$/);
    }),
  );
  for (const text of [
    "",
    "a",
    "=",
    "nope",
    btoa("x/y"),
    btoa("1/' or 1=1"),
    btoa("xx1/ab"),
    btoa("12/ab!").replace("=", ""),
    "MS9h-",
    "MS9h_",
  ])
    expect(placeOf(text)).toBeNull();
});

test("a page ends with a cursor only where more follows", () => {
  const rows = ["a", "b", "c"].map((id, index) => ({ atMicroseconds: String(index), id }));
  const same = (row: (typeof rows)[number]) => row;
  expect(pageOf(rows, 3, same)).toEqual({ page: rows, nextCursor: null });
  const { page, nextCursor } = pageOf(rows, 2, same);
  expect(page).toHaveLength(2);
  expect(placeOf(nextCursor ?? "")).toEqual(rows[1]);
  expect(
    placeOf(
      pageOf(
        ["d", ...rows.map(({ id }) => id)].map((id, index) => ({ atMicroseconds: String(index), id })),
        3,
        same,
      ).nextCursor ?? "",
    ),
  ).toEqual({ atMicroseconds: "2", id: "b" });
  expect(pageOf([], 2, same)).toEqual({ page: [], nextCursor: null });
});
