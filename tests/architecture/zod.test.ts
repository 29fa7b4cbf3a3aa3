import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.join(import.meta.dirname, "../..");

test("zod is imported as a namespace: its `z` carries the words of every language into each bundle", () => {
  const files = globSync("{schema,lib,functions}/**/*.{ts,tsx}", { cwd: ROOT });
  const offenders = files.filter((file) =>
    /^import \{[^}]*\bz\b[^}]*\} from "zod"/m.test(readFileSync(path.join(ROOT, file), "utf8")),
  );
  expect(offenders).toEqual([]);
});
