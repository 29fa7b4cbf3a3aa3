import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CALL_ANSWERS } from "../../../lib/channels/call/rules.ts";
import { type ChannelCall, classifyHttp } from "../../../lib/channels/call.ts";
import type { SendResult } from "../../../lib/channels/content.ts";
import { classifyResend } from "../../../lib/channels/email/resend.vendor.ts";
import { classifySmtp } from "../../../lib/channels/email/smtp.vendor.ts";
import { classifyFcm } from "../../../lib/channels/push/firebase.vendor.ts";
import { CHANNEL_CALLS } from "../../../lib/channels/registry.ts";
import { TEXT_ANSWERS } from "../../../lib/channels/sms/rules.ts";
import { classifyTwilio } from "../../../lib/channels/twilio.vendor.ts";
import { WEBHOOK_CALL } from "../../../lib/channels/webhook/sender.vendor.ts";
import { CALLED_CHANNELS, type CalledChannel, CHANNELS } from "../../../schema/vocabulary.ts";

const DOCUMENT = path.resolve(import.meta.dirname, "../../../docs/notifications.md");
const STATUSES = [200, 204, 400, 401, 403, 404, 405, 410, 413, 424, 429, 500, 503];
const COLUMNS = [
  "sent",
  "tried again",
  "nothing more is sent there",
  "waits until the operator fixes it",
  "given up",
] as const;

/** Every response that a channel classifies: by its status alone, and by a text in its body. */
function answersOf({ name, answers }: ChannelCall): [said: string, result: SendResult][] {
  const plain = STATUSES.map((status) => ({ status, body: "" }));
  const worded = answers.flatMap(({ status, says }) =>
    says === undefined || status === undefined || status === "no success"
      ? []
      : [status].flat().map((each) => ({ status: each, body: says })),
  );
  return [...plain, ...worded].map((answer) => [
    answer.body === "" ? `${answer.status}` : `${answer.status} \`${answer.body}\``,
    classifyHttp(name, answer, answers),
  ]);
}

function columnOf(result: SendResult): (typeof COLUMNS)[number] | null {
  switch (result.kind) {
    case "sent":
      return "sent";
    case "retry":
      return "tried again";
    case "configuration":
      return "waits until the operator fixes it";
    case "permanent":
      return result.recipientGone === undefined ? "given up" : "nothing more is sent there";
    default:
      return null;
  }
}

function rowOf(channel: CalledChannel): string[] {
  const cells = cellsOf(answersOf(CHANNEL_CALLS[channel]));
  const { movedTo } = CHANNEL_CALLS[channel];
  const moved = movedTo === undefined ? "" : " (unless it says where to: then there, at once)";
  return [`\`${channel}\``, ...cells.map((cell, at) => (at === 2 ? cell + moved : cell))];
}

/** Errors of the providers with an operator's account, by the code that decides. */
const fcm = (status: number, errorCode: string | null = null) => {
  const details =
    errorCode === null ? [] : [{ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode }];
  return { code: "messaging/x", httpResponse: { status, data: { error: { details } } } };
};
const smtp = (responseCode: number, command: string, enhanced = "") => ({
  ...{ code: "ERESPONSE", responseCode, command },
  response: `${responseCode} ${enhanced}`,
});
const SENT: SendResult = { kind: "sent", providerId: null };
type Answer = [said: string, result: SendResult];
const answers = <Key extends string | number>(
  keys: readonly Key[],
  judge: (key: Key) => SendResult,
  say: (key: Key) => string = String,
): Answer[] => keys.map((key) => [say(key), judge(key)]);
const byTwilio = (codes: typeof TEXT_ANSWERS, known: readonly number[]): Answer[] => [
  ...answers([429, 500, 503, 401, 403, 404, 400], (status) => classifyTwilio({ status }, codes, 1)),
  ...answers(known, (code) => classifyTwilio({ status: 400, code }, codes, 1)),
];
const OWN: Record<string, Answer[]> = {
  "`email` by Resend": [
    ["200", SENT],
    ...answers([400, 401, 403, 422, 429, 500, 503], (statusCode) =>
      classifyResend({ name: "application_error", statusCode }),
    ),
    ...answers(
      ["concurrent_idempotent_requests", "invalid_idempotent_request"] as const,
      (name) => classifyResend({ name, statusCode: 409 }),
      (name) => `409 \`${name}\``,
    ),
  ],
  "`email` by SMTP": [
    ["250", SENT],
    ...answers([421, 450, 451, 452], (code) => classifySmtp(smtp(code, "RCPT TO"))),
    ["no answer", classifySmtp({ code: "ETIMEDOUT" })],
    ...answers(
      [550, 551, 553],
      (code) => classifySmtp(smtp(code, "RCPT TO", "5.1.1")),
      (code) => `${code} 5.1.1 of the address`,
    ),
    ...answers([530, 534, 535], (code) => classifySmtp(smtp(code, "AUTH PLAIN"))),
    ["550 of the sender", classifySmtp(smtp(550, "MAIL FROM"))],
    ["a wrong certificate", classifySmtp(new Error("self-signed certificate"))],
    ...answers(
      [550, 552, 554],
      (code) => classifySmtp(smtp(code, "DATA", "5.7.1")),
      (code) => `${code} of the text`,
    ),
  ],
  "`sms`": [
    ["201", SENT],
    ...byTwilio(TEXT_ANSWERS, [21_610, 21_211, 21_614, 30_005, 21_408, 21_606, 21_617]),
    ["30005 a third time", classifyTwilio({ status: 400, code: 30_005 }, TEXT_ANSWERS, 3)],
  ],
  "`call`": [["201", SENT], ...byTwilio(CALL_ANSWERS, [21_211, 13_224, 20_429, 21_215, 21_210])],
  "`push`": [
    ["200", SENT],
    ...answers([401, 403, 429, 500, 503, 400], (status) => classifyFcm(fcm(status))),
    ...answers(
      ["UNREGISTERED", "SENDER_ID_MISMATCH", "INVALID_ARGUMENT"],
      (word) => classifyFcm(fcm(400, word)),
      (word) => `\`${word}\``,
    ),
  ],
  "`webhook`": answers([200, 204, 302, 400, 401, 404, 410, 429, 500, 503], (status) =>
    classifyHttp(WEBHOOK_CALL.name, { status, body: "" }, WEBHOOK_CALL.answers),
  ),
};

const cellsOf = (all: Answer[]): string[] =>
  COLUMNS.map((column) =>
    all
      .filter(([, result]) => columnOf(result) === column)
      .map(([said]) => said)
      .join(", "),
  );

/** Writes a Markdown table with aligned columns. */
function tableOf(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lineOf = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [head = [], ...rest] = rows;
  return [lineOf(head), lineOf(widths.map((width) => "-".repeat(width))), ...rest.map(lineOf)].join("\n");
}

test("what becomes of a message at each answer stands in docs/notifications.md as the channels have it", () => {
  expect(Object.keys(OWN).map((row) => row.split("`")[1])).toEqual(
    expect.arrayContaining(CHANNELS.filter((channel) => !CALLED_CHANNELS.some((each) => each === channel))),
  );
  const table = tableOf([
    ["channel", ...COLUMNS],
    ...Object.entries(OWN).map(([row, all]) => [row, ...cellsOf(all)]),
    ...CALLED_CHANNELS.map(rowOf),
  ]);
  expect(readFileSync(DOCUMENT, "utf8")).toContain(table);
});
