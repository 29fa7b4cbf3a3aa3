import { expect, test } from "vitest";
import { foldRefusals } from "../../../functions/_http/fold-refusals.ts";
import { HTTP_LIMITS } from "../../../functions/_http/limits.ts";

const MINUTE_MS = 60_000;

function log() {
  const written: Record<string, unknown>[] = [];
  let nowMs = 0;
  const tell = foldRefusals(
    (line) => void written.push(line),
    () => new Date(nowMs),
  );
  let number = 0;
  const refuse = (ip = "203.0.113.7", act = "limit_hit") => {
    number += 1;
    tell({ level: "warn", event: "security", act, ip, status: 429, request_id: String(number) });
  };
  return { written, tell, refuse, advance: (ms: number) => (nowMs += ms) };
}

test("a flood of one refusal is a line, and after a minute one that counts the others", () => {
  const { written, refuse, advance } = log();
  for (let times = 0; times < 1_000; times += 1) refuse();
  expect(written).toMatchObject([{ request_id: "1" }]);
  advance(MINUTE_MS);
  refuse();
  expect(written.slice(1)).toMatchObject([{ request_id: "1000", folded: 999 }, { request_id: "1001" }]);
  expect(written[2]).not.toHaveProperty("folded");
});

test("refusals of others, and of other kinds, have lines of their own; one network of IPv6 is one", () => {
  const { written, refuse } = log();
  refuse();
  refuse("203.0.113.8");
  refuse("203.0.113.7", "right_refused");
  for (let host = 1; host < 50; host += 1) refuse(`2001:db8:1:2::${host}`);
  expect(written).toHaveLength(4);
});

test("neither the log nor memory grows with a flood from everywhere", () => {
  const { written, refuse, advance } = log();
  for (let host = 0; host < 20_000; host += 1) refuse(`2001:db8:${host.toString(16)}::1`);
  expect(written).toHaveLength(HTTP_LIMITS.refusalLinesMax + 1);
  advance(MINUTE_MS);
  refuse();
  expect(written).toHaveLength(HTTP_LIMITS.refusalLinesMax + 3);
  expect(written.at(-2)).toMatchObject({ folded: 20_000 - HTTP_LIMITS.refusalLinesMax - 1 });
});

test("what was done is never folded", () => {
  const { written, tell } = log();
  for (let times = 0; times < 10; times += 1)
    tell({ level: "warn", event: "security", act: "secret_revealed" });
  expect(written).toHaveLength(10);
});
