import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUCKET_MS } from "../../../lib/history/buckets.ts";
import { planRead, type ReadPiece, type ReadRequest } from "../../../lib/history/plan.ts";
import { firstOpenDay, RETENTION_DAYS } from "../../../lib/history/retention.ts";
import { PLANS, RESOLUTIONS } from "../../../schema/vocabulary.ts";

const at = (iso: string): number => Date.parse(iso);
const NOW = at("2026-11-20T10:30:00Z");

const ask = (asked: Partial<ReadRequest>): ReadPiece[] =>
  planRead({
    resolution: "raw",
    fromMs: NOW - 86_400_000,
    toMs: NOW,
    keeping: { plan: "free", downgradedAtMs: null },
    nowMs: NOW,
    sealedBefore: firstOpenDay(NOW),
    ...asked,
  });

const short = ({ source, resolution, fromMs, toMs }: ReadPiece): string =>
  `${source} ${resolution} ${new Date(fromMs).toISOString().slice(0, 16)} ${new Date(toMs).toISOString().slice(0, 16)}`;

describe("a read", () => {
  test("of the last day comes from snapshots alone", () => {
    expect(ask({}).map(short)).toEqual(["snapshots raw 2026-11-19T10:30 2026-11-20T10:30"]);
  });

  test("of a year in raw becomes coarser the further back it goes", () => {
    expect(ask({ fromMs: at("2025-06-01T00:00:00Z") }).map(short)).toEqual([
      "buckets 1d 2025-06-01T00:00 2025-11-20T00:00",
      "buckets 1h 2025-11-20T00:00 2026-10-21T00:00",
      "buckets 15m 2026-10-21T00:00 2026-11-10T00:00",
      "chunks raw 2026-11-10T00:00 2026-11-13T00:00",
      "snapshots raw 2026-11-13T00:00 2026-11-20T10:30",
    ]);
  });

  test("of a year by day needs one tier and the open days", () => {
    expect(ask({ fromMs: at("2025-11-20T00:00:00Z"), resolution: "1d" }).map(short)).toEqual([
      "buckets 1d 2025-11-20T00:00 2026-11-13T00:00",
      "snapshots 1d 2026-11-13T00:00 2026-11-21T00:00",
    ]);
  });

  test("shows first and last bucket whole", () => {
    const asked = {
      resolution: "1h" as const,
      fromMs: at("2026-11-01T10:20:00Z"),
      toMs: at("2026-11-02T11:40:00Z"),
    };
    expect(ask(asked).map(short)).toEqual(["buckets 1h 2026-11-01T10:00 2026-11-02T12:00"]);
  });

  test("goes further back in raw for a Pro home, and for one that was Pro last week", () => {
    const fromMs = at("2026-09-01T00:00:00Z");
    const pro = ask({ fromMs, keeping: { plan: "pro", downgradedAtMs: null } });
    expect(pro.map(short)[0]).toBe("chunks raw 2026-09-01T00:00 2026-11-13T00:00");
    expect(ask({ fromMs, keeping: { plan: "free", downgradedAtMs: NOW - 7 * 86_400_000 } })).toEqual(pro);
  });

  test("finds late sealing no problem: what is not sealed is read from snapshots", () => {
    const behind = ask({ fromMs: at("2026-11-01T00:00:00Z"), sealedBefore: "2026-11-01" });
    expect(behind.map(short)).toEqual(["snapshots raw 2026-11-01T00:00 2026-11-20T10:30"]);
  });

  test("that ends with the last sealed day leaves the snapshots alone", () => {
    const fromMs = at("2026-11-12T00:00:00Z");
    expect(ask({ fromMs, toMs: at("2026-11-13T00:00:00Z") }).map(short)).toEqual([
      "chunks raw 2026-11-12T00:00 2026-11-13T00:00",
    ]);
  });

  test("of nothing has no pieces", () => {
    expect(ask({ fromMs: NOW, toMs: NOW })).toEqual([]);
    expect(ask({ fromMs: NOW, toMs: NOW - 1 })).toEqual([]);
  });
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
