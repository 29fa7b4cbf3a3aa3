import { LIMITS } from "../../../../schema/limits.ts";
import { joinedEvent } from "./alert-event.ts";
import { cut, escapeHtml, oneLine } from "./plain-text.ts";
import type { Notice } from "./render-notice.ts";
import { smsText } from "./sms.ts";

export type BundleInput = {
  homeName: string;
  /** The worst first. */
  notices: readonly Notice[];
  /** Advice about the worst. */
  url: string;
  mayAcknowledge: boolean;
  notes: readonly string[];
};

const SUBJECT_CHARACTERS_MAX = 150;
const PUSH_BODY_CHARACTERS_MAX = 240;

/** Several alerts of one home in one message: up to ten are named, the worst first, the others counted. */
export function renderBundle({ homeName, notices, url, mayAcknowledge, notes }: BundleInput): Notice {
  const named = notices.slice(0, LIMITS.messageAlertsNamedMax).map(({ subject }) => subject);
  const more = notices.length - named.length;
  const [worst = ""] = named;
  const lines = more === 0 ? named : [...named, `… and ${more} more`];
  const home = oneLine(homeName, SUBJECT_CHARACTERS_MAX);
  const rest = `and ${notices.length - 1} more alert${notices.length === 2 ? "" : "s"}`;
  const link = mayAcknowledge ? "Details and I am on it" : "Details";
  const body = [
    `${notices.length} alerts at ${home}:`,
    lines.map((line) => `- ${line}`).join("\n"),
    ...notes,
  ];
  return {
    subject: oneLine(`${worst} (${rest})`, SUBJECT_CHARACTERS_MAX),
    text: `${[...body, `${link}: ${url}`].join("\n\n")}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"></head>',
      '<body style="font-family:system-ui,sans-serif;max-width:36em">',
      `<h1 style="font-size:1.25em">${notices.length} alerts at ${escapeHtml(home)}</h1>`,
      `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`,
      ...notes.map((note) => `<p>${escapeHtml(note)}</p>`),
      `<p><a href="${escapeHtml(url)}">${link}</a></p></body></html>`,
    ].join("\n"),
    sms: smsText(`${worst} ${rest}.`, url),
    pushTitle: `${notices.length} alerts at ${cut(home, 60)}`,
    pushBody: cut(lines.join(". "), PUSH_BODY_CHARACTERS_MAX),
    event: joinedEvent(notices.map(({ event }) => event)),
  };
}
