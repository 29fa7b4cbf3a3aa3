import { expect, test } from "vitest";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import { plain } from "../../../lib/language/reason.ts";
import { gsmUnits } from "../../../lib/language/sms-text.ts";
import type { NoticeInput } from "../../../lib/messages/notice/notice-view.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import { ALERT_KINDS, type AlertKind } from "../../../schema/vocabulary.ts";
import { readLines } from "../../support/json-lines.ts";
import { freeze, HOUR, input, reading, revived } from "./notice-fixtures.ts";

const T0 = Date.UTC(2027, 0, 16, 3, 5);
const URL_OF_IT = "https://hearthwatch.example/a/4KqT9b2LxP0sVn6mWc1Zy8";
const COLD = reading(33.8, T0);

type Situation = { name: string; finding: Partial<Finding>; rest?: Partial<NoticeInput> };
const SITUATIONS = readLines<Situation>(new URL("golden-texts.jsonl", import.meta.url)).map((line) =>
  revived(line, T0),
);

const COLD_SINCE = { evidence: COLD, peak: COLD, limit: null, at: T0, openedAt: T0 - HOUR };
const BASE = { ...COLD_SINCE, why: plain("probe_fault") };
const inputOf = ({ finding, rest }: Situation) =>
  input(freeze({ ...BASE, ...finding }), { url: URL_OF_IT, ...rest });
const render = (situation: Situation) => renderNotice(inputOf(situation));

const section = (name: string, { subject, sms, pushBody, text }: ReturnType<typeof render>): string =>
  [
    `## ${name}`,
    `**${subject}**`,
    `SMS (${gsmUnits(sms) ?? "UTF-16"}): ${sms}`,
    `Push: ${pushBody}`,
    "```",
    text.trim(),
    "```",
  ].join("\n\n");

test("forty situations read as they were reviewed", async () => {
  const several = [2, 10, 11, 14].map((count) => {
    const [worst = input(freeze()), ...others] = SITUATIONS.slice(0, count).map(inputOf);
    const notice = renderNotice(worst, ...others);
    return section(notice.pushTitle, notice);
  });
  const sections = SITUATIONS.map((each) => section(each.name, render(each)));
  const golden = ["# What people read", ...sections, ...several].join("\n\n");
  await expect(`${golden}\n`).toMatchFileSnapshot("golden-texts.md");
});

test("every kind is among them", () => {
  const kinds = new Set(SITUATIONS.map(({ finding }) => finding.kind ?? "freeze"));
  const without: AlertKind[] = ALERT_KINDS.filter((kind) => !kinds.has(kind));
  expect(without).toEqual([]);
});
