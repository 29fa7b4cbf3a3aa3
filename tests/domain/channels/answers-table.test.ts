import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { ChannelCall } from "../../../lib/channels/call.ts";
import { classifyHttp } from "../../../lib/channels/classify-http.ts";
import { CHANNEL_CALLS } from "../../../lib/channels/registry.ts";
import type { SendResult } from "../../../lib/messages/delivery/settle.ts";
import { CALLED_CHANNELS, type CalledChannel } from "../../../schema/vocabulary.ts";

const DOCUMENT = path.resolve(import.meta.dirname, "../../../docs/alerts.md");
const STATUSES = [200, 204, 400, 401, 403, 404, 405, 410, 413, 424, 429, 500, 503];
const COLUMNS = [
  "sent",
  "tried again",
  "nothing more is sent there",
  "waits until the operator mends it",
  "given up",
] as const;

/** Each answer of a channel that is told apart: every status, and each that its body decides. */
function answersOf({ name, answers }: ChannelCall): { said: string; result: SendResult }[] {
  const plain = STATUSES.map((status) => ({ status, body: "" }));
  const worded = answers.flatMap(({ status, says }) =>
    says === undefined ? [] : [status].flat().map((each) => ({ status: each, body: says })),
  );
  return [...plain, ...worded].map((answer) => ({
    said: answer.body === "" ? `${answer.status}` : `${answer.status} \`${answer.body}\``,
    result: classifyHttp(name, { ...answer, retryAfter: null }, answers),
  }));
}

function columnOf(result: SendResult): (typeof COLUMNS)[number] | null {
  switch (result.kind) {
    case "sent":
      return "sent";
    case "retry":
      return "tried again";
    case "configuration":
      return "waits until the operator mends it";
    case "permanent":
      return result.recipientGone === undefined ? "given up" : "nothing more is sent there";
    default:
      return null;
  }
}

function rowOf(channel: CalledChannel): string[] {
  const answers = answersOf(CHANNEL_CALLS[channel]);
  const cells = COLUMNS.map((column) =>
    answers
      .filter(({ result }) => columnOf(result) === column)
      .map(({ said }) => said)
      .join(", "),
  );
  const { movedTo } = CHANNEL_CALLS[channel];
  const moved = movedTo === undefined ? "" : " (unless it says where to: then there, at once)";
  return [`\`${channel}\``, ...cells.map((cell, at) => (at === 2 ? cell + moved : cell))];
}

/** As Markdown whose columns stand below each other. */
function tableOf(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lineOf = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [head = [], ...rest] = rows;
  return [lineOf(head), lineOf(widths.map((width) => "-".repeat(width))), ...rest.map(lineOf)].join("\n");
}

test("what becomes of a message at each answer stands in docs/alerts.md as the channels have it", () => {
  const table = tableOf([["channel", ...COLUMNS], ...CALLED_CHANNELS.map(rowOf)]);
  expect(readFileSync(DOCUMENT, "utf8")).toContain(table);
});
