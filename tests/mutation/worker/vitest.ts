import { readFileSync } from "node:fs";
import path from "node:path";
import { expect as vitestExpect, vi as vitestVi } from "vitest";

/**
 * What pure tests use of vitest, for tests that run many times in one process. Only the registering of tests
 * is ours; `expect` is vitest's own.
 */
export type Case = { name: string; run: () => unknown };
type Body = (...values: never[]) => unknown;
type Hook = () => unknown;

let cases: Case[] = [];
let hooks: { before: Hook; after: Hook }[] = [];
let folder = "";

/** The tests that loading a file registers. */
export async function collect(file: string, load: () => Promise<unknown>): Promise<Case[]> {
  [cases, hooks, folder] = [[], [], path.dirname(file)];
  await load();
  return cases;
}

function register(name: string, run: Hook): void {
  const around = hooks;
  const home = folder;
  cases.push({
    name,
    run: async () => {
      folder = home;
      for (const { before } of around) await before();
      try {
        await run();
      } finally {
        for (const { after } of around) await after();
      }
    },
  });
}

const each =
  (rows: readonly unknown[]) =>
  (name: string, ...rest: unknown[]): void => {
    const body = bodyOf(rest);
    for (const [index, row] of rows.entries()) {
      register(`${name} #${index}`, () => body(...valuesOf(row)));
    }
  };

const valuesOf = (row: unknown) => (Array.isArray(row) ? row : [row]) as never[];

const bodyOf = (rest: unknown[]) => rest.find((value): value is Body => typeof value === "function") as Body;

const only = (name: string, ...rest: unknown[]): void => {
  const body = bodyOf(rest);
  register(name, () => body());
};

export const test = Object.assign(only, {
  each,
  skipIf: (isSkipped: boolean) => (isSkipped ? () => undefined : only),
});
export const it = test;

const group = (_name: string, body: () => void): void => {
  const outer = hooks;
  hooks = [...outer];
  body();
  hooks = outer;
};

export const describe = Object.assign(group, {
  each:
    (rows: readonly unknown[]) =>
    (name: string, body: Body): void => {
      for (const row of rows) group(name, () => void body(...valuesOf(row)));
    },
});

const nothing = () => undefined;
export const beforeEach = (before: Hook): void => void hooks.push({ before, after: nothing });
export const afterEach = (after: Hook): void => void hooks.push({ before: nothing, after });

const golden = (received: unknown) => ({
  toMatchFileSnapshot: (file: string) => {
    vitestExpect(received).toBe(readFileSync(path.join(folder, file), "utf8"));
  },
});

export const expect = Object.assign(
  (received: unknown, message?: string) => Object.assign(vitestExpect(received, message), golden(received)),
  vitestExpect,
);

export const vi = vitestVi;
