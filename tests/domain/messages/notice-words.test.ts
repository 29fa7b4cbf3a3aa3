import { expect, test } from "vitest";
import type { Finding } from "../../../lib/alerts/verdict.ts";
import type { NoticeInput } from "../../../lib/messages/notice/notice-view.ts";
import { renderNotice } from "../../../lib/messages/notice/render-notice.ts";
import { readLines } from "../../support/json-lines.ts";
import { freeze, input, revived } from "./notice-fixtures.ts";

type Line = {
  says: string;
  finding?: Partial<Finding>;
  rest?: Partial<NoticeInput>;
  subject?: string;
  endsWith?: string;
  pushBody?: string;
  /** The first sentence. */
  sms?: string;
  facts?: string[];
  /** What stands in subject, text message and text. */
  everywhere?: string;
  text?: string;
  html?: string;
  /** What the mail has nowhere. */
  lacks?: string;
};
const FACTS = /^(?:Where|Reading|Last reading|Failing since|Feed|Since|Lasted|Worst|Battery|Why): /;

test.each(readLines<Line>(new URL("notice-words.jsonl", import.meta.url)).map((line) => revived(line)))(
  "$says",
  ({ finding = {}, rest, facts, sms, endsWith = "", subject, pushBody, everywhere = "", ...mail }) => {
    const said = renderNotice(input(freeze(finding), rest));
    if (subject !== undefined) expect(said.subject).toBe(subject);
    if (pushBody !== undefined) expect(said.pushBody).toBe(pushBody);
    if (facts !== undefined) expect(said.text.split("\n").filter((line) => FACTS.test(line))).toEqual(facts);
    if (sms !== undefined) expect(said.sms.split(". ")[0]).toBe(sms);
    expect(said.subject.endsWith(endsWith)).toBe(true);
    for (const each of [said.subject, said.sms, said.text]) expect(each).toContain(everywhere);
    expect(said.text).toContain(mail.text ?? "");
    expect(said.html).toContain(mail.html ?? "");
    if (mail.lacks !== undefined) expect(said.text + said.html).not.toContain(mail.lacks);
  },
);
