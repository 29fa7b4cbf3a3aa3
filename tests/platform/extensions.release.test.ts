import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLines } from "../support/json-lines.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const FOLDERS = ["schema", "lib", "functions", "local/sandbox", "local/processes"];
/** The one built file that sources import; the folder around it is built anew beside other tests. */
const BUILT = "dist/site-names.json";
/** Ten seconds where nothing else runs. */
const COMPILING_MS = 180_000;
const TSC = path.join(ROOT, "node_modules/typescript/bin/tsc");

/**
 * A new word where CONTRIBUTING.md says that one is added first, and the files that the compiler then asks
 * for.
 */
const WORDS = readLines<{ word: string; file: string; was: string; is: string; asks: string[] }>(
  new URL("added-words.jsonl", import.meta.url),
);

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
      // One after the other, they share what each of several checkers would work out for itself.
      [TSC, "-p", ".", "--pretty", "false", "--singleThreaded"],
      { cwd: copy, maxBuffer: 1e8 },
      (_, out) => resolve(out.split(/\n(?! )/)),
    );
  });
}, COMPILING_MS);
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Whose table lacks the word. */
const asked = (word: string): string[] => [
  ...new Set(
    complaints
      .filter((line) =>
        new RegExp(`(Property '${word}' is missing|is missing the following.*: .*\\b${word}\\b)`).test(line),
      )
      .map((line) => line.slice(0, line.indexOf("(")))
      .filter((file) => file !== ""),
  ),
];

test.each(WORDS)(
  "a word that is added to a vocabulary $word is asked for by the compiler where CONTRIBUTING.md says",
  ({ word, asks }) => {
    expect(asked(word).toSorted()).toEqual(asks);
  },
);

/** Its words, and files of which a line holds an import from the folder, or a key that its type no longer has. */
const NAMED = [
  "lib/channels/registry.ts",
  "lib/language/en/channels.json",
  "lib/language/es/channels.json",
  "local/sandbox/called.ts",
  "schema/vocabulary.ts",
];

test("only its words and what the compiler names stay of a channel whose folder and word are removed", () => {
  const sources = FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx,json}`);
  const naming = globSync(sources, { cwd: ROOT, exclude: ["lib/channels/apprise/**"] }).filter((file) =>
    /apprise/i.test(readFileSync(path.join(ROOT, file), "utf8")),
  );
  expect(naming.map((file) => file.replaceAll("\\", "/")).toSorted()).toEqual(NAMED);
});

/** A channel as CONTRIBUTING.md has it added: its folder, its word, and the lines that the compiler asks for. */
const PAGER = {
  "rules.ts": `import { calledChannel, readSealedUrl, secretUrl } from "../called-rules.ts";

export const PAGER = calledChannel("Pager", {
  read: readSealedUrl("pager", () => true),
  request: ({ content }) => {
    const { subject, text, linkLabel } = content;
    return { url: secretUrl(content), body: { subject, text, linkLabel } };
  },
  answers: [],
});
`,
};
const NAMES_OF_PAGER = '"pager": { "name": "Pager", "asked": "Pager" },\n    ';
const WORDS_OF_PAGER = '"pager": { "address": "The Pager address", "must": "must be one" },\n    ';
const EDITS = [
  ["schema/vocabulary.ts", '  "ntfy",\n', '  "ntfy",\n  "pager",\n'],
  ["lib/channels/registry.ts", "  ntfy: NTFY,\n", "  ntfy: NTFY,\n  pager: PAGER,\n"],
  [
    "lib/channels/registry.ts",
    "import { NTFY }",
    'import { PAGER } from "./pager/rules.ts";\nimport { NTFY }',
  ],
  ...["en", "es"].flatMap((code) => [
    [
      `lib/language/${code}/channels.json`,
      '"ntfy": {\n      "name',
      `${NAMES_OF_PAGER}"ntfy": {\n      "name`,
    ] as const,
    [
      `lib/language/${code}/channels.json`,
      '"ntfy": {\n      "address',
      `${WORDS_OF_PAGER}"ntfy": {\n      "address`,
    ] as const,
  ]),
  ["local/sandbox/called.ts", "  ntfy: {", "  pager: { path: /^\\/pager\\// },\n  ntfy: {"],
] as const;

/** What a person types is read, a notice is written for it, and the sender brings it to the sandbox. */
const SENDING = `import { ALERT_DEFAULTS } from "./lib/alerts/settings.ts";
import { calledSender } from "./lib/channels/called.vendor.ts";
import { ADDRESS_READERS, CHANNEL_CALLS, CHANNEL_RULES } from "./lib/channels/registry.ts";
import { renderNotice } from "./lib/messages/notice/render-notice.ts";
import { startSandbox } from "./local/sandbox/sandbox.ts";

const sandbox = await startSandbox();
const webhookRules = { allowedHosts: [new URL(sandbox.url).host], ownHosts: [] };
const at = Date.UTC(2027, 0, 16, 8, 5);
const evidence = { value: 33.8, unit: "°F", at, sensorId: "s", deviceId: "d" };
const notice = renderNotice({
  finding: {
    transition: "opened", kind: "freeze", subject: "s", episode: 1, sequence: 0, severity: "critical",
    previousSeverity: null, suppressedBy: null, delayed: false, evidence, limit: null, why: "", at, openedAt: at,
    settings: ALERT_DEFAULTS.freeze, closedAt: null, peak: evidence, reason: null, openings: 1,
  },
  household: { name: "Casa", timeZone: "Europe/Madrid" },
  reader: { language: "es", temperatureUnit: "°C" },
  names: { sensor: "Sonda", device: null, space: "Sótano" },
  before: null, alertId: "a", url: "https://h.example/a/1", mayAcknowledge: true, notes: [],
});
const read = ADDRESS_READERS.pager(sandbox.url + "/pager/ada", { webhookRules });
const content = { ...CHANNEL_RULES.pager.write(notice), secret: read.value.secret };
const send = calledSender({
  call: CHANNEL_CALLS.pager, provider: { token: null, baseUrl: null }, rules: webhookRules,
  resolveHost: async () => [], clock: () => new Date(at),
});
const result = await send({ id: "m", recipient: read.value.address, content, attempt: 1 });
const [message] = sandbox.messages();
console.log(JSON.stringify({ ...result, to: message.to, ...JSON.parse(message.body) }));
await sandbox.stop();
`;

test("a channel that is one folder, its word and its lines sends in its reader's language and unit", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "hearthwatch-pager-"));
  try {
    for (const part of [
      "schema",
      "lib",
      "functions/_http",
      "local/sandbox",
      "local/processes",
      "package.json",
    ])
      await cp(path.join(ROOT, part), path.join(folder, part), { recursive: true });
    await symlink(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"), "junction");
    for (const [file, was, is] of EDITS) {
      const source = await readFile(path.join(folder, file), "utf8");
      expect(source, file).toContain(was);
      await writeFile(path.join(folder, file), source.replace(was, is));
    }
    expect(new Set(EDITS.map(([file]) => file)).size + 1).toBeLessThanOrEqual(6);
    await mkdir(path.join(folder, "lib/channels/pager"));
    for (const [name, source] of Object.entries(PAGER))
      await writeFile(path.join(folder, "lib/channels/pager", name), source);
    await writeFile(path.join(folder, "send.ts"), SENDING);
    const { stdout } = await promisify(execFile)(process.execPath, ["send.ts"], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({
      kind: "sent",
      to: "/pager/ada",
      subject: "Las tuberías pueden helarse: Sótano, Sonda está a 1 °C",
      text: "Casa: Revise la calefacción ahora. Deje gotear los grifos.",
      linkLabel: "Me ocupo yo",
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
