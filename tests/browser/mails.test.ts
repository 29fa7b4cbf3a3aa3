import { describe, expect, test } from "vitest";
import { homeDeletedMail, signInMail } from "../../lib/outbox/mail/account-mails.ts";
import { mailOf } from "../../lib/outbox/mail/mail-layout.ts";
import { writeDigest } from "../../lib/reports/report-mail.ts";
import { adasWeek } from "../domain/reports/facts-of-a-week.ts";
import {
  barriers,
  hasBrowser,
  openPage,
  paleText,
  scrollsSideways,
  smallTargets,
} from "../support/browser.ts";
import { pictureSaid } from "../support/picture-said.ts";
import { serveHouse } from "../support/served-house.ts";

const lastDay = { unit: "°F", hours: Array.from({ length: 24 }, (_, hour) => 66 - hour), low: 43, high: 66 };
const picture = pictureSaid(lastDay, "°F");
const alert = (severity: "critical" | "warning" | "over") =>
  mailOf({
    language: "en",
    home: "Ada's cabin",
    title: "Pipes may freeze: Crawlspace, Pipe probe is at 33.8 °F, down 7° in an hour",
    severity,
    paragraphs: ["Check the heating now. Let the taps drip."],
    facts: [["Since", "9:05 PM"]],
    ...(picture === undefined ? {} : { picture }),
    button: { label: "I'm on it", url: "https://hearthwatch.example/a/4KqT9b2LxP0sVn6mWc1Zy8" },
    footer: [{ label: "What you are told", url: "https://hearthwatch.example/home/notifications" }],
  });

const MAILS: Record<string, { html?: string }> = {
  critical: alert("critical"),
  warning: alert("warning"),
  over: alert("over"),
  report: writeDigest(adasWeek),
  "home deleted": homeDeletedMail({
    language: "en",
    home: "Ada's cabin",
    deletedBy: "ada@example.com",
    at: new Date(0),
    timeZone: "America/Chicago",
  }),
  "sign-in": signInMail({
    minutes: 10,
    language: "en",
    code: "012345",
    url: "https://hearthwatch.example/api/account/sign-in/link/t",
  }),
};

const NARROW = { width: 320, height: 640 };

describe.skipIf(!hasBrowser)("every sort of mail", () => {
  test("can be read by day, by night and on a narrow phone", async () => {
    const page = await openPage({ worker: false });
    const faults: string[] = [];
    for (const [name, { html = "" }] of Object.entries(MAILS)) {
      await page.setContent(html);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        faults.push(...(await paleText(page)).map((text) => `${name}, ${colorScheme}: ${text}`));
      }
      await page.setViewportSize(NARROW);
      if (await scrollsSideways(page)) faults.push(`${name}: it has to be moved sideways`);
    }
    expect(faults).toEqual([]);
    expect(page.complaints).toEqual([]);
  }, 60_000);

  test.each(["light", "dark"] as const)("opens pages that anybody can read and press, %s", async (scheme) => {
    const { url, services } = await serveHouse();
    const page = await openPage({ ...NARROW, scheme });
    const token = await services.linkTokens.sign("decline", {
      householdId: "hh_a",
      email: "nora@example.com",
    });
    await page.goto(`${url}/api/invitations/decline/${token}`);
    expect(await page.getByRole("button").count()).toBe(2);
    expect([await barriers(page), await smallTargets(page), await scrollsSideways(page)]).toEqual([
      [],
      [],
      false,
    ]);
    expect(page.complaints).toEqual([]);
  });
});
