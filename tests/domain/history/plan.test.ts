import fc from "fast-check";
import { expect, test } from "vitest";
import { BUCKET_MS } from "../../../lib/history/buckets.ts";
import { type ReadRequest, type Stretch, stretchesOf } from "../../../lib/history/plan.ts";
import { LEAST_KEPT, RETENTION_DAYS } from "../../../lib/history/retention.ts";
import { PLANS, RESOLUTIONS } from "../../../schema/vocabulary.ts";

const at = (iso: string): number => Date.parse(iso);
const NOW = at("2026-11-20T10:30:00Z");

const ask = (asked: Partial<ReadRequest>): Stretch[] =>
  stretchesOf({
    resolution: "raw",
    fromMs: NOW - 86_400_000,
    toMs: NOW,
    keeping: LEAST_KEPT,
    nowMs: NOW,
    ...asked,
  });

const short = ({ resolution, fromMs, toMs }: Stretch): string =>
  `${resolution} ${new Date(fromMs).toISOString().slice(0, 16)} ${new Date(toMs).toISOString().slice(0, 16)}`;

test("a read shows first and last bucket whole", () => {
  const asked = {
    resolution: "1h" as const,
    fromMs: at("2026-11-01T10:20:00Z"),
    toMs: at("2026-11-02T11:40:00Z"),
  };
  expect(ask(asked).map(short)).toEqual(["1h 2026-11-01T10:00 2026-11-02T12:00"]);
});

test("pieces cover every range without gap or overlap, on whole buckets, each from a tier that is kept", () => {
  const request = fc.record({
    resolution: fc.constantFrom(...RESOLUTIONS),
    fromMs: fc.integer({ min: NOW - 900 * 86_400_000, max: NOW }),
    toMs: fc.integer({ min: NOW - 900 * 86_400_000, max: NOW + 300_000 }),
    plan: fc.constantFrom(...PLANS),
  });
  fc.assert(
    fc.property(request, ({ resolution, fromMs, toMs, plan }) => {
      fc.pre(fromMs < toMs);
      const pieces = ask({ resolution, fromMs, toMs, keeping: { plan, downgradedAtMs: null } });
      expect(pieces[0]?.fromMs).toBeLessThanOrEqual(fromMs);
      expect(pieces.at(-1)?.toMs).toBeGreaterThanOrEqual(toMs);
      for (const [index, piece] of pieces.entries()) {
        expect(piece.toMs).toBeGreaterThan(piece.fromMs);
        if (index > 0) expect(piece.fromMs).toBe(pieces[index - 1]?.toMs);
        expect(RESOLUTIONS.indexOf(piece.resolution)).toBeGreaterThanOrEqual(RESOLUTIONS.indexOf(resolution));
        if (piece.resolution !== "raw") expect(piece.fromMs % BUCKET_MS[piece.resolution]).toBe(0);
        const days = RETENTION_DAYS[plan][piece.resolution];
        if (days !== null) expect(piece.fromMs).toBeGreaterThanOrEqual(NOW - (days + 1) * 86_400_000);
      }
    }),
    { numRuns: 500 },
  );
});
