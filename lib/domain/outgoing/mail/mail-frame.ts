import { escapeHtml } from "../../digest/escape-html.ts";

export type MailSeverity = "warning" | "critical" | "over" | "none";

export const MAIL_COLOURS: Record<MailSeverity, string> = {
  critical: "#9c160c",
  warning: "#7d4a00",
  over: "#14603a",
  none: "#645b4f",
};

const STYLE = `body{margin:0;background:#f7f3ec}.card{background:#fffdfa;color:#1f1b16}.dim{color:#645b4f}
@media (prefers-color-scheme:dark){body,.page{background:#131518!important}.card{background:#1c1f24!important;color:#f2efe9!important}.dim{color:#aaa69e!important}}
@media (max-width:600px){.card{width:100%!important}}`;

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * One look for all mail: tables that Outlook, a dark screen and a narrow phone show alike. `body` is HTML.
 */
export const mailFrame = (title: string, body: readonly string[], severity: MailSeverity = "none"): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>`,
    '<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:16px">',
    '<table role="presentation" class="card" width="560" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">',
    `<tr><td style="border-top:4px solid ${MAIL_COLOURS[severity]};padding:20px 24px;${FONT};font-size:16px;line-height:1.5">`,
    ...body,
    "</td></tr></table></td></tr></table></body></html>",
  ].join("\n");
