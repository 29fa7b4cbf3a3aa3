import { expect, test } from "vitest";
import { MODULES } from "./modules.ts";

const IMPORTS_MAX = 12;
/** Actions and queries contain everything about one thing: what creates, changes, lists and deletes it. */
const IMPORTS_OF_A_WHOLE_MAX = 22;

/** Files that import from more than twelve others, by reason. */
const MANY: { because: string; files: RegExp }[] = [
  {
    because: "it puts a whole together from its parts, and decides nothing",
    files:
      /^(functions\/\w+\/(app|index)\.ts|functions\/_platform\/(services|channels)\.ts|functions\/_home\/routes\.ts|(schema|local)\/openapi\/.*|lib\/((alerts|channels)\/registry|language\/languages|readings\/(styles|read-payload|senders\/all)|jobs\/maintenance\.actions)\.ts|local\/(machine\/(start-machine|http-server|backup-schedule)|sandbox\/sandbox)\.ts|deploy\/(deploy|step)\.ts)$/,
  },
  {
    because: "the demo writes a row of each table that it needs",
    files: /^local\/demo\/(keys|seed)\.ts$/,
  },
  {
    because: "a page shows many things, each from its own file",
    files: /^(functions\/pages\/(components\/alert-story|[\w-]+)\.tsx?|lib\/sharing\/home-page\/cards\.ts)$/,
  },
  {
    because: "a route names its guards, its flow, the shapes of body and answer, and how it replies",
    files:
      /^functions\/(_home\/[\w-]+|_http\/(require-[\w-]+|rate-limit|take-readings)|\w+\/([\w-]+-routes|status))\.ts$/,
  },
  {
    because: "it orders the rules that evaluate a home, or a rule reads many facts",
    files:
      /^lib\/(pucks\/mood|alerts\/(judge-(household|sensors)|kinds\/(forecast|heating-stopped|incident|sensor-fault|time-to-freeze)|deadband\/deadband))\.ts$/,
  },
];

const maxOf = (file: string): number =>
  /\.(actions|queries)\.ts$/.test(file) ? IMPORTS_OF_A_WHOLE_MAX : IMPORTS_MAX;
const many = MODULES.filter(
  ({ file, statements }) => statements > maxOf(file) && !file.startsWith("bench/"),
).map(({ file }) => file);

test("a file that takes from more than twelve others has a reason", () => {
  expect(many.filter((file) => !MANY.some(({ files }) => files.test(file)))).toEqual([]);
});

test("every reason for many imports is needed", () => {
  expect(MANY.filter(({ files }) => !many.some((file) => files.test(file)))).toEqual([]);
});

/** The packages that the product is built on. */
const CARD = [
  "hono",
  "@neondatabase/serverless",
  "drizzle-orm",
  "zod",
  "@upstash/ratelimit",
  "@upstash/redis",
  "resend",
  "twilio",
  "firebase-admin",
];

test.each(CARD)("%s is imported by what is deployed", (name) => {
  const isTaken = ({ file, imports }: (typeof MODULES)[number]) =>
    /^(lib|functions)\//.test(file) &&
    [...imports.keys()].some((each) => `${each}/`.startsWith(`npm:${name}/`));
  expect(MODULES.some(isTaken)).toBe(true);
});
