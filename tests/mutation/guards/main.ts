import path from "node:path";
import { Client } from "pg";
import { createVitest, type Vitest } from "vitest/node";
import { withFragments } from "../../../local/stored-functions/apply.ts";
import { broken, GUARDS, type Guard, readSource } from "./guard.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

type Broken = { guard: Guard; isNoticed: boolean };

/**
 * Breaks one guard after the other and runs its tests. No file is touched: a module is changed as it is
 * loaded, a stored function in the database that test databases are copied from.
 * @throws Error where the tests fail with every guard in its place
 */
async function breakGuards(guards: readonly Guard[], told: (broken: Broken) => void): Promise<void> {
  let changed: Guard | null = null;
  const vitest = await createVitest(
    "test",
    {
      config: false,
      root: ROOT,
      watch: false,
      reporters: [{}],
      include: [...new Set(guards.map(({ test }) => test))],
      globalSetup: ["./tests/support/global-setup.ts"],
      setupFiles: ["./tests/support/fast-check-seed.ts"],
      testTimeout: 20_000,
      hookTimeout: 30_000,
      expect: { poll: { timeout: 60_000 } },
      bail: 1,
    },
    {
      plugins: [
        {
          name: "broken-guard",
          enforce: "pre",
          load: (id) => (changed !== null && id === path.join(ROOT, changed.file) ? broken(changed) : null),
        },
      ],
    },
  );
  try {
    await vitest.standalone();
    if (
      !(await passes(
        vitest,
        guards.map(({ test }) => test),
      ))
    )
      throw new Error("Tests fail without any change.");
    for (const guard of guards) {
      const restore = await breakStored(vitest, guard);
      changed = guard;
      vitest.invalidateFile(path.join(ROOT, guard.file));
      told({ guard, isNoticed: !(await passes(vitest, [guard.test])) });
      changed = null;
      vitest.invalidateFile(path.join(ROOT, guard.file));
      await restore();
    }
  } finally {
    await vitest.close();
  }
}

async function passes(vitest: Vitest, tests: string[]): Promise<boolean> {
  const wanted = new Set(tests.map((test) => path.join(ROOT, test)));
  const all = await vitest.globTestSpecifications();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    all.filter(({ moduleId }) => wanted.has(moduleId)),
  );
  return (
    unhandledErrors.length === 0 &&
    testModules.length === wanted.size &&
    testModules.every((each) => each.ok())
  );
}

/** Where the guard stands in a stored function: breaks it in the template. Answers what mends it. */
async function breakStored(vitest: Vitest, guard: Guard): Promise<() => Promise<void>> {
  if (!guard.file.endsWith(".sql")) return async () => undefined;
  const { connectionString, template } = vitest.getRootProject().getProvidedContext().testServer;
  const url = new URL(connectionString);
  url.pathname = `/${template}`;
  const execute = async (statement: string) => {
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query(withFragments(statement));
    } finally {
      await client.end();
    }
  };
  await execute(broken(guard));
  return () => execute(readSource(guard.file));
}

let noticed = 0;
await breakGuards(GUARDS, ({ guard, isNoticed }) => {
  if (isNoticed) noticed += 1;
  console.log(`${isNoticed ? "noticed " : "SURVIVED"} ${guard.file}: ${guard.keeps} (${guard.test})`);
});
console.log(`${noticed} of ${GUARDS.length} guards`);
process.exitCode = noticed === GUARDS.length ? 0 : 1;
