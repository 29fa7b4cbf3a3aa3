import { expect, test } from "vitest";
import { parseWranglerConfig } from "../../local/runtime/wrangler-config.ts";

test("a mistake in wrangler.toml is one sentence that says where", () => {
  const good = (lines: string) =>
    `compatibility_date = "2026-07-30"\n[env.public]\nname = "hearthwatch-public"\nmain = "a.ts"\n${lines}`;
  expect(parseWranglerConfig(good('routes = ["x.example/*"]'), "/").groups[0]?.routes).toEqual(["/*"]);
  const mistakes: [string, RegExp][] = [
    ["[env", /^wrangler.toml cannot be read: .+\.$/],
    ['[env.ingest]\nname = "x"', /needs a text in|must be "hearthwatch-ingest"/],
    ["compatibility_date = 1", /needs a table env\./],
    [good('routes = ["x.example"]'), /route "x.example" in env.public.routes without a path/],
    [good("[env.public.vars]\nA = 1"), /needs a text in env.public.vars.A\./],
  ];
  for (const [text, sentence] of mistakes) expect(() => parseWranglerConfig(text, "/")).toThrow(sentence);
});
