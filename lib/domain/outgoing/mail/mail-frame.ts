import { escapeHtml } from "../../digest/escape-html.ts";

export type MailSeverity = "warning" | "critical" | "over" | "none";

export const MAIL_COLOURS: Record<MailSeverity, string> = {
  critical: "#b3261e",
  warning: "#9a6700",
  over: "#1a7f37",
  none: "#57606a",
};

const STYLE = `body{margin:0;background:#f6f8fa}.card{background:#ffffff;color:#1f2328}.dim{color:#57606a}
@media (prefers-color-scheme:dark){body,.page{background:#0d1117!important}.card{background:#161b22!important;color:#e6edf3!important}.dim{color:#9198a1!important}}
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
