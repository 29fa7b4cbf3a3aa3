import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBody } from "../../../lib/readings/json.ts";
import { readPayload } from "../../../lib/readings/read-payload.ts";
import { unwrapEnvelope } from "../../../lib/readings/received-body/received-body.ts";
import { PROBLEMS } from "../../../schema/problems.ts";
import { NOW } from "./support.ts";

describe("every body", () => {
  it("has the same answer inside an MQTT message", () => {
    fc.assert(
      fc.property(fc.oneof(fc.object(), fc.array(fc.jsonValue())), (body) => {
        const value: unknown = JSON.parse(JSON.stringify(body));
        const unwrapped = unwrapEnvelope({ payload: JSON.stringify(value) });
        expect(unwrapped).toEqual({ ok: true, value });
        expect(unwrapEnvelope({ message: value })).toEqual({ ok: true, value });
      }),
    );
  });

  it("of arbitrary bytes is decoded or refused", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const outcome = decodeBody(bytes);
        const read = outcome.ok ? readPayload(outcome.value, { now: NOW }) : outcome;
        if (!read.ok) expect(PROBLEMS[read.problem.name].status).toBe(400);
      }),
      { numRuns: 1_000 },
    );
  });

  it("of damaged JSON is decoded as JSON.parse does, or refused", () => {
    const damaged = fc.tuple(fc.json(), fc.nat(), fc.string({ unit: "grapheme-ascii", maxLength: 2 }));
    fc.assert(
      fc.property(damaged, ([text, place, put]) => {
        const at = place % (text.length + 1);
        const broken = text.slice(0, at) + put + text.slice(at + 1);
        const outcome = decodeBody(new TextEncoder().encode(broken));
        if (outcome.ok) expect(outcome.value).toEqual(JSON.parse(broken));
        else expect(["invalid_json", "empty_body", "nested_too_deep"]).toContain(outcome.problem.name);
      }),
      { numRuns: 1_000 },
    );
  });
});
