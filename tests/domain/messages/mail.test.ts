import { describe, expect, test } from "vitest";
import { invitationMail, signInMail } from "../../../lib/messages/mail/account-mails.ts";
import { mailOf, subjectText } from "../../../lib/messages/mail/mail-layout.ts";
import { statusNewsMail } from "../../../lib/messages/mail/status-mails.ts";
import { STATUS_NEWS_KINDS, type StatusNewsKind } from "../../../schema/vocabulary.ts";
import { pictureSaid } from "../../support/picture-said.ts";

describe("mail", () => {
  test("to sign in has the link and the code, as text and as HTML", () => {
    const mail = signInMail({
      language: "en",
      code: "012345",
      url: "https://h.example/api/account/sign-in/link/t",
    });
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain("https://h.example/api/account/sign-in/link/t");
      expect(part).toContain("012345");
      expect(part).toContain("10 minutes");
    }
  });

  test("of an invitation shows a hostile name as text, and puts nothing into the header", () => {
    const home = 'A"><script>x</script>\r\nBcc: all@example.com';
    const mail = invitationMail({
      language: "en",
      home,
      invitedBy: "ada@example.com",
      role: "owner",
      url: "https://h.example/",
      declineUrl: "https://h.example/api/invitations/decline/t",
    });
    expect(mail.subject).toBe(`You're invited to A"><script>x</script> Bcc: all@exampl... on Hearthwatch`);
    expect(mail.html).not.toContain("<script>");
    expect(mail.html).toContain("&lt;script&gt;");
    expect(mail.text).toContain("as an owner");
  });

  test("draws a day in cells that need no fetching, and says it in words", () => {
    const lastDay = { unit: "°C", hours: [null, 20, 15, 10, 5, 0] };
    const picture = pictureSaid(lastDay, "°F");
    expect(picture?.caption).toBe("The last 6 hours: between 32 °F and 68 °F");
    const { text, html } = mailOf({
      language: "en",
      title: "Cold",
      severity: "critical",
      paragraphs: [],
      ...(picture && { picture }),
    });
    expect(text).toContain(picture?.caption);
    expect(html).toContain(`role="img" aria-label="${picture?.caption}"`);
    expect(html).not.toContain("<img");
    const heights = [...html.matchAll(/height:(\d+)px/g)].map(([, height]) => Number(height));
    expect(heights).toEqual([48, 37, 26, 15, 4]);
    expect(pictureSaid({ unit: "°C", hours: [20, null, 20] }, "°F")).toBeUndefined();
    expect(pictureSaid({ unit: "°C", hours: [20, 20, 20, 20] }, "°C")?.caption).toBe(
      "The last 4 hours: at 20 °C",
    );
  });

  describe("to a subscriber of the status", () => {
    const incident = {
      subject: null,
      title: "Mail is <late>\r\nBcc: x",
      impact: "down" as const,
      components: ["email" as const],
      opened_at: "2026-11-20T10:00:00Z",
    };
    const links = { status: "https://h.example/status", unsubscribe: "https://h.example/u" };
    const newsMailOf = (kind: StatusNewsKind) => {
      const news = { kind, text: "We look into it.", at: "2026-11-20T10:30:00Z" };
      return statusNewsMail({ incident, news }, links, "en");
    };

    test("says what is new, what is affected and since when, as text and as HTML", () => {
      const mail = newsMailOf("updated");
      expect(mail.subject).toBe("Update: Mail is <late> Bcc: x");
      for (const part of [mail.text, mail.html])
        for (const notified of ["We look into it.", "mail", "2026-11-20 10:00 UTC", "2026-11-20 10:30 UTC"])
          expect(part).toContain(notified);
      expect(mail.html).toContain("&lt;late&gt;");
    });

    test("begins, goes on and ends, and each can be ended by one click", () => {
      const mails = STATUS_NEWS_KINDS.map(newsMailOf);
      expect(mails.map(({ subject }) => subject.split(":")[0])).toEqual([
        "Hearthwatch has a problem",
        "Update",
        "Resolved",
      ]);
      for (const { text, unsubscribeUrl } of mails)
        expect([unsubscribeUrl, text.includes(`Unsubscribe: ${links.unsubscribe}`)]).toEqual([
          links.unsubscribe,
          true,
        ]);
    });
  });

  test.each(["a\r\nb", "a\nb", "a\u2028b", "a\u0000b", "a\u0085b"])("keeps %j out of a subject", (text) => {
    expect(subjectText(text)).toBe("a b");
  });
});
