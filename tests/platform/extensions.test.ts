import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDERS = ["schema", "lib", "functions"];
/** The one built file that sources import; the folder around it is built anew beside other tests. */
const BUILT = "dist/site-names.json";
/** Ten seconds where nothing else runs. */
const COMPILING_MS = 180_000;
const TSC = path.join(ROOT, "node_modules/typescript/bin/tsc");

/**
 * A new word where CONTRIBUTING.md says that one is added first, and the files that the compiler then asks
 * for.
 */
const WORDS = [
  {
    word: "pager",
    file: "schema/vocabulary.ts",
    was: "export const CHANNELS = [",
    is: 'export const CHANNELS = ["pager", ',
    asks: [
      "functions/_platform/channels.ts",
      "functions/pages/words/en.ts",
      "lib/channels/registry.ts",
      "schema/vocabulary.ts",
    ],
  },
  {
    word: "smoke",
    file: "schema/vocabulary.ts",
    was: "export const ALERT_KINDS = [",
    is: 'export const ALERT_KINDS = ["smoke", ',
    asks: [
      "functions/pages/words/en.ts",
      "lib/alerts/registry.ts",
      "lib/language/en/kinds.ts",
      "lib/language/es/kinds.ts",
      "lib/messages/notice/responder-words.ts",
      "schema/alert-fields.ts",
    ],
  },
  {
    word: "fr",
    file: "schema/vocabulary.ts",
    was: 'export const LANGUAGES = ["en", "es"]',
    is: 'export const LANGUAGES = ["en", "es", "fr"]',
    asks: [
      "functions/pages/words/words.ts",
      "lib/language/addresses.ts",
      "lib/language/channels.ts",
      "lib/language/mails.ts",
      "lib/language/notices.ts",
      "lib/language/reasons.ts",
      "lib/language/reports.ts",
      "lib/messages/notice/responder-words.ts",
    ],
  },
  {
    word: "sweep",
    file: "lib/jobs/jobs.ts",
    was: '  "monthly-report": reportOf(1),',
    is: '  "monthly-report": reportOf(1),\n  sweep: { ...reportOf(1), cron: "1 1 * * *" },',
    asks: ["lib/jobs/registry.actions.ts"],
  },
];

let copy: string;
let complaints: string[];
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), "hearthwatch-words-"));
  await Promise.all(
    [...FOLDERS, BUILT].map((part) => cp(path.join(ROOT, part), path.join(copy, part), { recursive: true })),
  );
  await symlink(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"), "junction");
  const settings = {
    extends: path.join(ROOT, "tsconfig.json"),
    include: [...FOLDERS, BUILT],
    exclude: ["functions/pages/client"],
  };
  await writeFile(
    path.join(copy, "tsconfig.json"),
    JSON.stringify({
      ...settings,
      compilerOptions: { incremental: false, typeRoots: [path.join(ROOT, "node_modules/@types")] },
    }),
  );
  for (const { file, was, is } of WORDS) {
    const source = await readFile(path.join(copy, file), "utf8");
    expect(source, file).toContain(was);
    await writeFile(path.join(copy, file), source.replace(was, is));
  }
  complaints = await new Promise((resolve) => {
    execFile(
      process.execPath,
      [TSC, "-p", ".", "--pretty", "false"],
      { cwd: copy, maxBuffer: 1e8 },
      (_, out) => resolve(out.split("\n")),
    );
  });
}, COMPILING_MS);
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Whose table lacks the word. */
const asked = (word: string): string[] => [
  ...new Set(
    complaints
      .filter((line) => line.includes(`Property '${word}' is missing in type`))
      .map((line) => line.slice(0, line.indexOf("(")))
      .filter((file) => file !== ""),
  ),
];

describe("a word that is added to a vocabulary", () => {
  test.each(WORDS)("$word is asked for by the compiler where CONTRIBUTING.md says", ({ word, asks }) => {
    expect(asked(word).toSorted()).toEqual(asks);
  });
});

/** A channel as CONTRIBUTING.md has it added: one HTTP call, its word, its choices and two lines in the registry. */
const PAGER = {
  rules: `import { done } from "../../kernel/outcome.ts";
import type { ChannelCall } from "../call.ts";
import { calledRules } from "../called-rules.ts";

export const PAGER = calledRules({
  label: "Pager",
  read: (address) => done({ address, secret: null, shownSecret: null, host: null }),
});

export const PAGER_CALL: ChannelCall = {
  name: "Pager",
  request: ({ recipient, content: { subject, text, linkLabel } }) => ({
    url: "https://pager.example.com",
    body: { to: recipient, subject, text, linkLabel },
  }),
  answers: [],
};
`,
  edits: [
    ["schema/vocabulary.ts", '  "ntfy",\n', '  "ntfy",\n  "pager",\n'],
    ["schema/vocabulary.ts", "  ntfy: [true, false],\n", "  ntfy: [true, false],\n  pager: [true, false],\n"],
    ["lib/channels/registry.ts", "  ntfy: NTFY,\n", "  ntfy: NTFY,\n  pager: PAGER,\n"],
    ["lib/channels/registry.ts", "  ntfy: NTFY_CALL,\n", "  ntfy: NTFY_CALL,\n  pager: PAGER_CALL,\n"],
    [
      "lib/channels/registry.ts",
      "import { NTFY,",
      'import { PAGER, PAGER_CALL } from "./pager/rules.ts";\nimport { NTFY,',
    ],
  ] as const,
  script: `import { ALERT_DEFAULTS } from "./lib/alerts/settings.ts";
import { CHANNEL_CALLS, CHANNEL_RULES } from "./lib/channels/registry.ts";
import { renderNotice } from "./lib/messages/notice/render-notice.ts";

const at = Date.UTC(2027, 0, 16, 8, 5);
const evidence = { value: 33.8, unit: "°F", at, sensorId: "s", deviceId: "d" };
const notice = renderNotice({
  finding: {
    transition: "opened", kind: "freeze", subject: "s", episode: 1, sequence: 0, severity: "critical",
    previousSeverity: null, heldBy: null, delayed: false, evidence, limit: null, why: "", at, openedAt: at,
    settings: ALERT_DEFAULTS.freeze, closedAt: null, peak: evidence, reason: null, openings: 1,
  },
  household: { name: "Casa", timeZone: "Europe/Madrid" },
  reader: { language: "es", temperatureUnit: "°C" },
  names: { sensor: "Sonda", device: null, space: "Sótano" },
  before: null, alertId: "a", url: "https://h.example/a/1", mayAcknowledge: true, notes: [],
});
const content = CHANNEL_RULES.pager.write(notice, "es");
const message = { id: "m", recipient: "ada", content, at: "2027-01-16T08:05:00Z" };
console.log(JSON.stringify(CHANNEL_CALLS.pager.request(message, { token: null, baseUrl: null }).body));
`,
};

test("a channel that is one folder, its word and its lines sends in its reader's language and unit", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-pager-"));
  try {
    for (const part of ["schema", "lib", "package.json"])
      await cp(path.join(ROOT, part), path.join(folder, part), { recursive: true });
    await symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"), "junction");
    for (const [file, was, is] of PAGER.edits) {
      const source = await readFile(path.join(folder, file), "utf8");
      expect(source, file).toContain(was);
      await writeFile(path.join(folder, file), source.replace(was, is));
    }
    await mkdir(path.join(folder, "lib/channels/pager"));
    await writeFile(path.join(folder, "lib/channels/pager/rules.ts"), PAGER.rules);
    await writeFile(path.join(folder, "send.ts"), PAGER.script);
    const { stdout } = await promisify(execFile)(process.execPath, ["send.ts"], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({
      to: "ada",
      subject: "Las tuberías pueden helarse: Sótano, Sonda está a 1 °C",
      text: "Casa: Revise la calefacción ahora. Deje gotear los grifos.",
      linkLabel: "Me ocupo yo",
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
