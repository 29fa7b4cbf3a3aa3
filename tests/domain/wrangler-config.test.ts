import { expect, test } from "vitest";
import { parseWranglerConfig, pathsOf } from "../../deploy/wrangler-toml.ts";

const good = (lines: string) => `[env.public]\nname = "hearthwatch-public"\nmain = "a.ts"\n${lines}`;

test("a worker's paths are those of its routes, and every path of its own domain", () => {
  const routes =
    'routes = [{ pattern = "x.example/api/*" }, { pattern = "x.example", custom_domain = true }]';
  const { env } = parseWranglerConfig(good(routes));
  expect(env.public && pathsOf(env.public)).toEqual(["/api/*", "/*"]);
});

test("a mistake in wrangler.toml says where it is", () => {
  const mistakes: [string, RegExp][] = [
    ["[env", /line 1|1:/],
    ['[env.ingest]\nname = "x"', /"ingest",\s+"main"/],
    [good("vars = { A = 1 }"), /"vars",\s+"A"/],
  ];
  for (const [text, where] of mistakes) expect(() => parseWranglerConfig(text)).toThrow(where);
});
