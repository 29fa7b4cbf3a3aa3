import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const IMPORTS_MAX = 12;

/** Files that take from more than twelve others, by the reason why. */
const MANY: { because: string; files: RegExp }[] = [
  {
    because: "it puts a whole together from its parts, and decides nothing",
    files:
      /^(functions\/\w+\/(app|index)\.ts|functions\/_platform\/(session-ports|channels)\.ts|functions\/_home\/routes\.ts|schema\/openapi\/.*|lib\/domain\/(alerts\/registry|channels\/registry|ingest\/styles)\.ts|lib\/flows\/jobs\/maintenance\.ts|local\/(runtime\/serve-functions|machine\/start-machine|sandbox\/sandbox)\.ts|deploy\/(deploy|\w+\/steps)\.ts)$/,
  },
  { because: "a page shows many things, each from its own file", files: /^functions\/pages\/[\w-]+\.tsx?$/ },
  {
    because: "a route names its guards, its flow, the shapes of body and answer, and how it replies",
    files:
      /^functions\/(_home\/[\w-]+|_http\/(require-[\w-]+|limit-unknown-tokens)|\w+\/([\w-]+-routes|status))\.ts$/,
  },
  {
    because: "a flow loads facts, asks the domain, seals and queues what goes out, and commits",
    files:
      /^lib\/flows\/(account\/(complete-sign-in|create-share-link|invite-member|request-sign-in)|alerts\/hand-over-alert|companion\/(finish-claim|sign-in-companion)|jobs\/send-reports|outgoing\/(contacts\/add-contact|send-test|write-messages)|pull-setup\/save-pull-setup)\.ts$/,
  },
  {
    because: "a statement changes several tables in one commit, with its lock and its line in the activity",
    files:
      /^lib\/store\/(account\/(add-invitation|api-keys|find-session|households|inbound-tokens|invitations|made-by|members|sessions|share-links)|alert-page|alerts\/(acknowledge|rule-changes)|outgoing\/(add-contact-point|test-message))\.ts$/,
  },
  {
    because: "it orders the rules that judge a home, or a rule reads many facts",
    files:
      /^lib\/domain\/alerts\/(judge-(household|incident|sensors)|next-look|kinds\/heating-stopped|calm\/calm-band)\.ts$/,
  },
];

const counted = globSync("{schema,lib,functions,local,deploy,cli}/**/*.{ts,tsx}", { cwd: ROOT })
  .map((path) => path.replaceAll("\\", "/"))
  .map((file) => ({
    file,
    imports: parseSync(file, readFileSync(join(ROOT, file), "utf8")).module.staticImports.length,
  }));
const many = counted.filter(({ imports }) => imports > IMPORTS_MAX).map(({ file }) => file);

test("a file that takes from more than twelve others has a reason", () => {
  expect(many.filter((file) => !MANY.some(({ files }) => files.test(file)))).toEqual([]);
});

test("every reason for many imports is needed", () => {
  expect(MANY.filter(({ files }) => !many.some((file) => files.test(file)))).toEqual([]);
});
