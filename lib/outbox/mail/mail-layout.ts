import type { Language } from "../../../schema/vocabulary.ts";
import type { MailSeverity } from "../../channels/content.ts";
import { escapeHtml } from "../../kernel/text.ts";

const MAIL_COLOURS: Record<MailSeverity, string> = {
  critical: "#9c160c",
  warning: "#7d4a00",
  over: "#14603a",
  none: "#645b4f",
};

/** The same on a dark ground, where the others would be too dark to be seen. */
const DARK_COLOURS: Record<MailSeverity, string> = {
  critical: "#ffa79d",
  warning: "#ffcd78",
  over: "#86dfaa",
  none: "#aaa69e",
};

const darkTones = (): string =>
  Object.entries(DARK_COLOURS)
    .map(
      ([severity, colour]) =>
        `.${severity}{border-top-color:${colour}!important}.${severity} .bar{background:${colour}!important}`,
    )
    .join("");

/** The colours of functions/pages/styles/tokens.css, as mail programs take them. */
const style =
  (): string => `body{margin:0;background:#f7f3ec}.card{background:#fffdfa;color:#1f1b16;border:1px solid #e5ddd0;border-radius:16px}.dim{color:#645b4f}
@media (prefers-color-scheme:dark){body,.page{background:#131518!important}.card{background:#1c1f24!important;color:#f2efe9!important;border-color:#30353d!important}.dim{color:#aaa69e!important}.go{background:#ffab76!important}.go a{color:#2a1206!important}${darkTones()}}
@media (max-width:600px){.card{width:100%!important}}`;

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * One look for all mail: tables that Outlook, a dark screen and a narrow phone show alike. `body` is HTML.
 */
export const mailFrame = (
  { title, language }: { title: string; language: Language },
  body: readonly string[],
  severity: MailSeverity = "none",
): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${style()}</style></head><body>`,
    '<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:16px">',
    '<table role="presentation" class="card" width="560" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">',
    `<tr><td class="${severity}" style="border-radius:16px;border-top:4px solid ${MAIL_COLOURS[severity]};padding:20px 24px;${FONT};font-size:16px;line-height:1.5">`,
    ...body,
    "</td></tr></table></td></tr></table></body></html>",
  ].join("\n");

export type MailFact = readonly [name: string, value: string];
export type MailButton = { label: string; url: string };

/** What every mail of the service is made of; what is left out is not there. */
export type MailPage = {
  language: Language;
  /** The line above the title: the home that it is about. */
  home?: string;
  title: string;
  severity?: MailSeverity;
  list?: readonly string[];
  facts?: readonly MailFact[];
  paragraphs: readonly string[];
  /** Its caption says the same in words; a mail without one need not know how to draw. */
  picture?: { caption: string; htmlIn: (colour: string) => string };
  button?: MailButton;
  /** Small print, such as where to end it. */
  footer?: readonly (string | MailButton)[];
};

/** A mail as text and as HTML. */
export const mailOf = (page: MailPage): { text: string; html: string } => ({
  text: textOf(page),
  html: htmlOf(page),
});

type Letter = { subject: string; title: string; paragraphs: readonly string[] };

/** A letter's words as a mail, with what stands around them. */
export const letterOf = (
  language: Language,
  { subject, title, paragraphs }: Letter,
  page: Omit<MailPage, "language" | "title" | "paragraphs">,
) => ({ subject, ...mailOf({ ...page, language, title, paragraphs }) });

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);

function textOf(page: MailPage): string {
  const { home, title, list = [], facts = [], paragraphs, picture, button, footer = [] } = page;
  const parts = [
    home === undefined ? title : `${home}\n${title}`,
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join("\n"),
    list.map((line) => `- ${line}`).join("\n"),
    picture?.caption ?? "",
    button !== undefined && isWebAddress(button.url) ? `${button.label}: ${button.url}` : "",
    footer.map((line) => (typeof line === "string" ? line : `${line.label}: ${line.url}`)).join("\n"),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const htmlOf = (page: MailPage): string => mailFrame(page, bodyOf(page), page.severity);

function bodyOf(page: MailPage): string[] {
  const { home, title, list = [], facts = [], paragraphs, picture, button, footer = [] } = page;
  return [
    home === undefined ? "" : `<p class="dim" style="margin:0 0 4px">${escapeHtml(home)}</p>`,
    `<h1 style="margin:0 0 12px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`),
    factTable(facts),
    list.length === 0 ? "" : `<ul>${list.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`,
    picture === undefined ? "" : picture.htmlIn(MAIL_COLOURS[page.severity ?? "none"]),
    button === undefined || !isWebAddress(button.url) ? "" : buttonTable(button),
    ...footer.map((line) => `<p class="dim" style="margin:12px 0 0;font-size:13px">${footerLine(line)}</p>`),
  ].filter(Boolean);
}

function factTable(facts: readonly MailFact[]): string {
  if (facts.length === 0) return "";
  const rows = facts.map(
    ([name, value]) =>
      `<tr><th class="dim" align="left" valign="top" style="padding:2px 16px 2px 0;font-weight:normal">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" border="0" style="font-size:15px">${rows.join("")}</table>`;
}

/** A cell with a colour of its own: Outlook gives links no padding. */
const buttonTable = ({ label, url }: MailButton): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:16px"><tr><td class="go" bgcolor="#a8420d" style="border-radius:12px;padding:12px 20px"><a href="${escapeHtml(url)}" style="color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></td></tr></table>`;

const footerLine = (line: string | MailButton): string =>
  typeof line === "string"
    ? escapeHtml(line)
    : `<a class="dim" href="${escapeHtml(line.url)}">${escapeHtml(line.label)}</a>`;

/** Text for a mail's subject: nothing in it can begin another header. */
export const subjectText = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** For who may read it in any zone. */
export const utcText = (at: Date | string): string =>
  `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
