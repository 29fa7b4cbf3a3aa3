import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import openapiTypes, { type OpenAPI3 } from "openapi-typescript";
import { afterAll, expect, test } from "vitest";
import { DOCUMENT } from "../support/documented.ts";

const run = promisify(execFile);
/** Inside the project, where the sample finds its packages. */
const SCRATCH = path.resolve("node_modules/.cache");
const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: "es2024",
  module: "esnext",
  moduleResolution: "bundler",
  types: ["node"],
  skipLibCheck: true,
};

await mkdir(SCRATCH, { recursive: true });
const folder = await mkdtemp(path.join(SCRATCH, "client-"));
await writeFile(path.join(folder, "hearthwatch.ts"), await openapiTypes(DOCUMENT as unknown as OpenAPI3));
const sample = await sampleOf("docs/api.md");
await writeFile(path.join(folder, "sample.ts"), sample);
const wrong = sample
  .replace("{ sensor_id:", "{ sensorId:")
  .replace('GET("/api/v1/devices"', 'GET("/api/v1/gadgets"');
await writeFile(path.join(folder, "wrong.ts"), wrong);
/** What the compiler says, by the file of which it says it. */
const complaints = await compile(["hearthwatch.ts", "sample.ts", "wrong.ts"]);
afterAll(() => rm(folder, { recursive: true }));

async function sampleOf(document: string): Promise<string> {
  const [, sample = ""] = /```ts\n(.*?)```/s.exec(await readFile(document, "utf8")) ?? [];
  return sample;
}

async function compile(files: string[]): Promise<Map<string, string>> {
  const config = { compilerOptions: OPTIONS, files };
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = path.resolve("node_modules/typescript/bin/tsc");
  const said = await run(process.execPath, [compiler, "-p", folder, "--pretty", "false"]).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
  const lines = said.split("\n");
  return new Map(files.map((file) => [file, linesOf(file, lines).join("\n")]));
}

/** A complaint begins with the file's name; what explains it follows in indented lines. */
function linesOf(file: string, lines: string[]): string[] {
  let isOfFile = false;
  return lines.filter((line) => {
    if (!line.startsWith(" ")) isOfFile = line.includes(`${file}(`);
    return isOfFile;
  });
}

test("the sample of the documentation compiles strictly with the types of the document", () => {
  expect(complaints.get("hearthwatch.ts")).toBe("");
  expect(complaints.get("sample.ts")).toBe("");
});

test("the types refuse a field and a route that do not exist", () => {
  expect(complaints.get("wrong.ts")).toContain("/api/v1/gadgets");
  expect(complaints.get("wrong.ts")).toContain("sensorId");
});
