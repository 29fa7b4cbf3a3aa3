import { expect, test } from "vitest";
import type { MessageContent } from "../../../lib/channels/content.ts";
import { FAULTS, type LifecycleEmail, ONBOARDING } from "../../../lib/language/languages.ts";
import { handOverContent, testContent } from "../../../lib/messages/notice/plain-content.ts";
import {
  accountDeletedMail,
  capMail,
  codeMessage,
  homeDeletedMail,
  homeLifecycleEmail,
  invitationMail,
  signInMail,
} from "../../../lib/outbox/mail/account-mails.ts";
import { type MailPage, mailOf } from "../../../lib/outbox/mail/mail-layout.ts";
import {
  incidentLine,
  incidentMail,
  recoveryLine,
  recoveryMail,
  statusConfirmMail,
  statusNewsMail,
} from "../../../lib/outbox/mail/status-mails.ts";
import {
  ROLES,
  STATUS_NEWS_KINDS,
  type StatusImpact,
  type StatusNewsKind,
} from "../../../schema/vocabulary.ts";

const AT = new Date("2026-11-20T10:30:59Z");
const HOST = "https://hearthwatch.example";

const statusNews = (kind: StatusNewsKind, impact: StatusImpact, components: ("email" | "sms")[]) =>
  statusNewsMail(
    {
      incident: { title: "Mail is late", impact, components, opened_at: "2026-11-20T10:00:00Z" },
      news: { kind, text: "We look into it.", at: AT.toISOString() },
    },
    { status: `${HOST}/status`, unsubscribe: `${HOST}/u` },
    "en",
  );

const handOver = (home: string, title: string) =>
  handOverContent(
    { home, title, by: { name: null, email: "ben@example.com" }, url: `${HOST}/a/1` },
    { channel: "email", language: "en" },
    false,
  );

const recovery = { subject: "job/maintenance", openedAt: new Date("2026-11-20T09:00:29Z"), at: AT };
const incident = { title: "Mail\r\nBcc: x", reason: "The provider answers 401.", at: AT };

const HAPPENED = { at: AT, timeZone: "America/Chicago", language: "en" } as const;

const MAILS: [name: string, mail: MessageContent][] = [
  ["to sign in", signInMail({ language: "en", minutes: 10, code: "012345", url: `${HOST}/in/t` })],
  ["of a code for a phone number", codeMessage("012345", "en")],
  ...ROLES.map((role): [string, MessageContent] => [
    `of an invitation as ${role}`,
    invitationMail({
      days: 7,
      language: "en",
      home: role === "viewer" ? " " : "Ada's cabin",
      invitedBy: "ada@example.com",
      role,
      url: `${HOST}/`,
      declineUrl: `${HOST}/no`,
    }),
  ]),
  ["to confirm news of the status", statusConfirmMail(HOST, { confirm: "c", unsubscribe: "u" }, 24, "en")],
  ...STATUS_NEWS_KINDS.map((kind): [string, MessageContent] => [
    `of the status, ${kind}, down`,
    statusNews(kind, "down", ["email", "sms"]),
  ]),
  ["of the status, updated, degraded, of no part", statusNews("updated", "degraded", [])],
  ["of an account that is no more", accountDeletedMail(HAPPENED)],
  [
    "of a home that is no more",
    homeDeletedMail({ ...HAPPENED, home: "Ada's\r\ncabin", deletedBy: "Ben (ben@example.com)" }),
  ],
  ["of an alert that is handed over", handOver("Ada's cabin", "Crawlspace: freezing cold")],
  ["of an alert without a name in a home without one", handOver(" ", "")],
  ...(Object.keys(ONBOARDING.en) as LifecycleEmail[]).map((email): [string, MessageContent] => [
    `of a home: ${email}`,
    homeLifecycleEmail(email, "Ada's cabin", `${HOST}/h`, "en"),
  ]),
  ["of a home without a name", homeLifecycleEmail("no_device", "", `${HOST}/h`, "en")],
  [
    "to the operators: the cap is near",
    capMail({ channel: "sms", period: "2026-11-20", used: 400, max: 500 }, "en"),
  ],
  [
    "to the operators: the cap is reached",
    capMail({ channel: "newcomer_mail", period: "2026-11-20", used: 3_000, max: 3_000 }, "en"),
  ],
  ["to the operators: something is broken", incidentMail(incident, "en")],
  [
    "to a Spanish operator: something is broken",
    incidentMail(
      { ...FAULTS.es.jobFails("maintenance", "2026-11-20T10:00:00.000Z", "Error: no"), at: AT },
      "es",
    ),
  ],
  ["to a Spanish operator: it works again", recoveryMail(recovery, "es")],
  [
    "to a Spanish operator: calls are used up",
    capMail({ channel: "call", period: "2026-11-20", used: 100, max: 100 }, "es"),
  ],
  ["to the operators: it works again", recoveryMail(recovery, "en")],
  ["as a test", testContent("Ada's cabin", "en")],
  ["as a test of a home without a name", testContent("", "en")],
];

const colorOf = (html = ""): string => /border-top:4px solid (#\w+)/.exec(html)?.[1] ?? "none";

const section = ([name, mail]: (typeof MAILS)[number]): string =>
  [
    `## Mail ${name}`,
    `**${mail.subject}**`,
    `Color: ${colorOf(mail.html)}, one-click end: ${mail.unsubscribeUrl ?? "none"}`,
    "```",
    mail.text.trim(),
    "```",
  ].join("\n\n");

test("mails that are no alert read as they were reviewed", async () => {
  const golden = ["# Mails that are no alert", ...MAILS.map(section)].join("\n\n");
  await expect(`${golden}\n`).toMatchFileSnapshot("golden-mails.md");
});

test.each(MAILS)(
  "mail %s: its subject is one line, its HTML names it and the service",
  (_, { subject, html }) => {
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    if (html !== undefined)
      expect(html).toMatch(/^<!doctype html>.*<title>[^<]+<\/title>.*<b>Hearthwatch<\/b>/s);
  },
);

test("writes the operators' chat line like the mail", () => {
  expect(incidentLine(incident)).toBe("Hearthwatch: Mail Bcc: x. The provider answers 401.");
  expect(recoveryLine(recovery, "en")).toBe("Hearthwatch: job/maintenance works again, after 91 minutes.");
  expect(recoveryLine({ ...recovery, openedAt: new Date(AT.getTime() + 60_000) }, "en")).toBe(
    "Hearthwatch: job/maintenance works again, after 0 minutes.",
  );
  expect(recoveryLine({ ...recovery, openedAt: new Date(AT.getTime() - 89_999) }, "en")).toContain(
    "after 1 minute.",
  );
});

const FULL: MailPage = {
  language: "en",
  home: "Ada & Ben's <cabin>",
  title: 'It\'s "cold" <now>',
  severity: "critical",
  list: ["Crawlspace <1>", "Cellar"],
  facts: [
    ["Where & what", "Crawlspace <1>"],
    ["Since", "Fri, Jan 15"],
  ],
  paragraphs: ["Check the heating <now>.", "Let the taps drip."],
  picture: { bars: [null, 0, 0.5, 1], caption: "The last 4 hours: <10 to 20>" },
  button: { label: "I'm on it", url: `${HOST}/a?b=1&c=2` },
  footer: ["You asked for <this>.", { label: "Stop & end", url: `${HOST}/stop?a="` }],
};

test("a mail with everything that one may have is this page, and this text", async () => {
  await expect(mailOf(FULL).html).toMatchFileSnapshot("golden-mail.html");
  await expect(mailOf(FULL).text).toMatchFileSnapshot("golden-mail.txt");
});

test.each([
  ["http://h.example/", true],
  ["https://h.example/", true],
  ["javascript:alert(1)//https://h.example", false],
  ["ftp://h.example/", false],
])("a button to %s is there: %s", (url, isThere) => {
  const { text, html } = mailOf({
    language: "en",
    title: "Hello",
    paragraphs: [],
    button: { label: "Go", url },
  });
  expect([text.includes(`Go: ${url}`), html.includes(`href="${url}"`)]).toEqual([isThere, isThere]);
});
