import type { Language } from "../../../schema/vocabulary.ts";
import type { MailSeverity } from "../../channels/content.ts";
import { escapeHtml } from "../../kernel/text.ts";

/** The colors of a severity. `onDark` is for dark mode, light enough to be seen. */
const MAIL_COLORS: Record<MailSeverity, { onLight: string; onDark: string }> = {
  critical: { onLight: "#9c160c", onDark: "#ffa79d" },
  warning: { onLight: "#7d4a00", onDark: "#ffcd78" },
  over: { onLight: "#14603a", onDark: "#86dfaa" },
  none: { onLight: "#645b4f", onDark: "#aaa69e" },
};

const darkTone = ([severity, { onDark }]: [string, { onDark: string }]): string =>
  `.${severity}{border-top-color:${onDark}!important}.${severity} .bar{background:${onDark}!important}`;

/** The colors of functions/pages/styles/tokens.css, in the CSS that mail clients support. */
const style =
  (): string => `body{margin:0;background:#f7f3ec}.card{background:#fffdfa;color:#1f1b16;border:1px solid #e5ddd0;border-radius:16px}.dim{color:#645b4f}
@media (prefers-color-scheme:dark){body,.page{background:#131518!important}.card{background:#1c1f24!important;color:#f2efe9!important;border-color:#30353d!important}.dim{color:#aaa69e!important}.go{background:#ffab76!important}.go a{color:#2a1206!important}${Object.entries(MAIL_COLORS).map(darkTone).join("")}}
@media (max-width:600px){.card{width:100%!important}}`;

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Renders every mail with tables, which look alike in Outlook, in dark mode and on a narrow phone. */
const htmlOf = (page: MailPage): string => {
  const { language, title, severity = "none" } = page;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${style()}</style></head><body>`,
    '<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:16px">',
    '<table role="presentation" class="card" width="560" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">',
    `<tr><td class="${severity}" style="border-radius:16px;border-top:4px solid ${MAIL_COLORS[severity].onLight};padding:20px 24px;${FONT};font-size:16px;line-height:1.5">`,
    ...bodyOf(page),
    "</td></tr></table></td></tr></table></body></html>",
  ].join("\n");
};

export type MailFact = readonly [name: string, value: string];
export type MailButton = { label: string; url: string };

/** The height of each bar, from 0 to 1; null for a gap. */
export type MailBars = readonly (number | null)[];
export type MailPicture = { caption: string; bars: MailBars };

/** A row of a section. Sensors have `bars`; `alarm` is what needs attention, empty for nothing. */
export type MailRow = { label: string; value: string; alarm?: string; bars?: MailBars };
export type MailSection = { title: string; rows: readonly MailRow[] };

/** The parts of a mail; absent parts are not rendered. */
export type MailPage = {
  language: Language;
  /** The home's name, above the title. */
  home?: string;
  title: string;
  severity?: MailSeverity;
  list?: readonly string[];
  facts?: readonly MailFact[];
  sections?: readonly MailSection[];
  paragraphs: readonly string[];
  picture?: MailPicture;
  button?: MailButton;
  /** Small print, such as the unsubscribe link. */
  footer?: readonly (string | MailButton)[];
};

export const mailOf = (page: MailPage) => ({ text: textOf(page), html: htmlOf(page) });

/** The title is the subject if absent. */
type Letter = { subject: string; title?: string; paragraphs: readonly string[] };

export const letterOf = (
  language: Language,
  { subject, title = subject, paragraphs }: Letter,
  page: Omit<MailPage, "language" | "title" | "paragraphs">,
) => ({ subject, ...mailOf({ ...page, language, title, paragraphs }) });

const isWebAddress = (url: string): boolean => /^https?:\/\//.test(url);

function textOf(page: MailPage): string {
  const { title, list = [], facts = [], sections = [], paragraphs, picture, button, footer = [] } = page;
  const parts = [
    page.home === undefined ? title : `${page.home}\n${title}`,
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join("\n"),
    list.map((line) => `- ${line}`).join("\n"),
    ...sections.map(({ title, rows }) => [title, ...rows.map(rowText)].join("\n")),
    picture?.caption ?? "",
    button !== undefined && isWebAddress(button.url) ? `${button.label}: ${button.url}` : "",
    footer.map((line) => (typeof line === "string" ? line : `${line.label}: ${line.url}`)).join("\n"),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** Removes line breaks: a name with one could pose as a line of ours. */
const rowText = ({ label, value, alarm = "" }: MailRow): string =>
  `- ${oneLine(label)}: ${oneLine([value, alarm].filter(Boolean).join(", "))}`;

const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

/** Who sends the mail: it stands above the title. */
const SERVICE = "Hearthwatch";

function bodyOf(page: MailPage): string[] {
  const { title, list = [], facts = [], sections = [], paragraphs, picture, button, footer = [] } = page;
  const color = MAIL_COLORS[page.severity ?? "none"].onLight;
  return [
    `<p class="dim" style="margin:0 0 4px"><b>${SERVICE}</b>${page.home === undefined ? "" : ` · ${escapeHtml(page.home)}`}</p>`,
    `<h1 style="margin:0 0 12px;font-size:20px;line-height:1.3">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`),
    factTable(facts),
    list.length === 0
      ? ""
      : `<ul style="margin:12px 0;padding-left:20px">${list.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`,
    ...sections.map((section) => sectionHtml(section, color)),
    picture === undefined ? "" : pictureHtml(picture, color),
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

const CELL = "padding:4px 12px 4px 0;vertical-align:top";

const sectionHtml = ({ title, rows }: MailSection, color: string): string =>
  `<h2 style="font-size:16px;line-height:1.3;margin:24px 0 4px">${escapeHtml(title)}</h2>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="font-size:15px">
${rows.map((row) => rowHtml(row, color)).join("\n")}
</table>`;

function rowHtml({ label, value, alarm = "", bars }: MailRow, color: string): string {
  const [name, words] = [`<b>${escapeHtml(label)}</b>`, escapeHtml(value)];
  if (bars === undefined) return `<tr><td style="${CELL}">${name}</td><td style="${CELL}">${words}</td></tr>`;
  const alert = alarm === "" ? "" : `<br><b>${escapeHtml(alarm)}</b>`;
  const small =
    bars.length === 0 ? "" : barsHtml(bars, color, { width: 7, height: 24, said: 'aria-hidden="true"' });
  return `<tr><td style="${CELL}">${name}<br>${words}${alert}</td><td width="100" style="${CELL}">${small}</td></tr>`;
}

function pictureHtml({ caption, bars }: MailPicture, color: string): string {
  const said = `role="img" aria-label="${escapeHtml(caption)}" style="margin-top:12px"`;
  return `${barsHtml(bars, color, { width: 14, height: 48, said })}
<p class="dim" style="margin:4px 0 0;font-size:13px">${escapeHtml(caption)}</p>`;
}

type Drawing = { width: number; height: number; said: string };

/**
 * Draws bars as table cells. Unlike an image, no mail client blocks or fetches them; Outlook draws them, and they are
 * visible in light and dark mode.
 */
const barsHtml = (bars: MailBars, color: string, { width, height, said }: Drawing): string =>
  `<table cellpadding="0" cellspacing="0" border="0" ${said}><tr height="${height}">${bars
    .map((share) => {
      if (share === null) return `<td width="${width}"></td>`;
      const px = Math.round(BAR_PX_MIN + share * (height - BAR_PX_MIN));
      const bar = `<td class="bar" bgcolor="${color}" height="${px}" width="${width - 2}" style="font-size:0;line-height:0">&nbsp;</td>`;
      // Each bar has its own table: otherwise Outlook gives all cells the height of the highest.
      return `<td valign="bottom" width="${width}"><table cellpadding="0" cellspacing="0"><tr>${bar}</tr></table></td>`;
    })
    .join("")}</tr></table>`;

const BAR_PX_MIN = 4;

/** Scales values to bars over at least `span`, so that small changes look small; a flat series gets bars of 0.5. */
export function sharesOf(values: readonly (number | null)[], span = 0): MailBars {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const height = Math.max(most - least, span);
  const lowest = (least + most - height) / 2;
  return values.map((value) => (value === null ? null : height === 0 ? 0.5 : (value - lowest) / height));
}

/** Colors a table cell as the button, because Outlook gives links no padding. */
const buttonTable = ({ label, url }: MailButton): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:16px"><tr><td class="go" bgcolor="#a8420d" style="border-radius:12px;padding:12px 20px"><a href="${escapeHtml(url)}" style="color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></td></tr></table>`;

const footerLine = (line: string | MailButton): string =>
  typeof line === "string"
    ? escapeHtml(line)
    : `<a class="dim" href="${escapeHtml(line.url)}">${escapeHtml(line.label)}</a>`;

/** Removes control characters from a mail's subject, so that it can't inject a header. */
export const subjectText = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** Writes a time in UTC, for readers whose time zone is unknown. */
export const utcText = (at: Date | string): string =>
  `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
