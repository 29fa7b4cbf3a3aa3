import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import openapiTypes, { type OpenAPI3 } from "openapi-typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DOCUMENT } from "../support/documented.ts";

const run = promisify(execFile);
/** Inside the project, where the sample finds its packages. */
const SCRATCH = path.resolve("node_modules/.cache");
const OPTIONS = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
  ...{ target: "es2024", module: "esnext", moduleResolution: "bundler", types: ["node"], skipLibCheck: true },
};

let folder: string;
beforeAll(async () => {
  await mkdir(SCRATCH, { recursive: true });
  folder = await mkdtemp(path.join(SCRATCH, "client-"));
  await writeFile(path.join(folder, "hearthwatch.ts"), await openapiTypes(DOCUMENT as unknown as OpenAPI3));
  await writeFile(path.join(folder, "sample.ts"), await sampleOf("docs/api.md"));
});
afterAll(() => rm(folder, { recursive: true }));

async function sampleOf(document: string): Promise<string> {
  const [, sample = ""] = /```ts\n(.*?)```/s.exec(await readFile(document, "utf8")) ?? [];
  return sample;
}

/** What the compiler has to say of `file` and all that it imports. */
async function complaints(file: string): Promise<string> {
  const config = { compilerOptions: OPTIONS, files: [file] };
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = path.resolve("node_modules/typescript/bin/tsc");
  const args = [compiler, "-p", folder];
  return run(process.execPath, args).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
}

test("the sample of the documentation compiles strictly with the types of the document", async () => {
  expect(await complaints("sample.ts")).toBe("");
});

test("the types refuse a field and a route that do not exist", async () => {
  const sample = await readFile(path.join(folder, "sample.ts"), "utf8");
  const wrong = sample
    .replace("{ sensor_id:", "{ sensorId:")
    .replace('GET("/api/v1/devices"', 'GET("/api/v1/gadgets"');
  await writeFile(path.join(folder, "wrong.ts"), wrong);
  const said = await complaints("wrong.ts");
  expect(said).toContain("/api/v1/gadgets");
  expect(said).toContain("sensorId");
});
