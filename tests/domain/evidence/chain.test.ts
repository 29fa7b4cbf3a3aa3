import { describe, expect, test } from "vitest";
import { type ChainRow, daysOf, dayText, judgeChain } from "../../../lib/evidence/chain.ts";

/** Stands for SHA-256: different texts, different hashes. */
const hashOf = (text: string): string => `#${text.replaceAll("\n", "|")}`;
const hashes = (rows: readonly ChainRow[]) => daysOf(rows).map((day) => hashOf(dayText(day)));

/** Two documents on the first day, one on the second, one on the third. */
function chain(): ChainRow[] {
  const first = { day: "2026-11-20", previous: null };
  const a = { ...first, position: 1, id: "evi_a", digest: "aa" };
  const b = { ...first, position: 2, id: "evi_b", digest: "bb" };
  const firstHash = hashOf(dayText({ ...first, digests: ["aa", "bb"] }));
  const c = { position: 3, day: "2026-11-22", previous: firstHash, id: "evi_c", digest: "cc" };
  const secondHash = hashOf(dayText({ day: c.day, previous: c.previous, digests: ["cc"] }));
  return [a, b, c, { position: 4, day: "2026-11-25", previous: secondHash, id: "evi_d", digest: "dd" }];
}
const judged = (rows: ChainRow[], isWhole = true) => judgeChain(rows, hashes(rows), isWhole);

describe("a chain of documents", () => {
  test("is whole where each day holds the hash of the day before", () => {
    expect(judged(chain())).toEqual({ is: "whole", links: 4 });
    expect(judged(chain().slice(0, 1))).toEqual({ is: "whole", links: 1 });
  });

  test.each([
    ["first", 0, 1],
    ["second", 1, 2],
    ["third", 2, 3],
  ])("tells that its %s document is missing", (_, at, position) => {
    const rows = chain();
    rows.splice(at, 1);
    expect(judged(rows)).toEqual({ is: "missing_link", position });
  });

  test("tells a digest that was changed by the day after it", () => {
    const rows = chain().map((row) => (row.id === "evi_a" ? { ...row, digest: "a0" } : row));
    expect(judged(rows)).toEqual({ is: "broken", day: "2026-11-22" });
  });

  test("tells a first day that claims to have one before it, and a day whose documents disagree", () => {
    expect(judged(chain().map((row) => (row.position < 3 ? { ...row, previous: "#x" } : row)))).toMatchObject(
      {
        is: "broken",
        day: "2026-11-20",
      },
    );
    expect(
      judged(chain().map((row) => (row.position === 2 ? { ...row, previous: "#x" } : row))),
    ).toMatchObject({
      is: "broken",
    });
  });

  test("is judged from the second whole day on where only its newest part was read", () => {
    expect(judged(chain().slice(1), false)).toEqual({ is: "whole", links: 3 });
    const rows = chain().slice(1);
    expect(
      judged(
        rows.map((row) => (row.position === 4 ? { ...row, previous: "#x" } : row)),
        false,
      ),
    ).toEqual({
      is: "broken",
      day: "2026-11-25",
    });
  });
});
