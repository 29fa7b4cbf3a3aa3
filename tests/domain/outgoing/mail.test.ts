import { describe, expect, test } from "vitest";
import { invitationMail } from "../../../lib/domain/outgoing/mail/invitation-mail.ts";
import { signInMail } from "../../../lib/domain/outgoing/mail/sign-in-mail.ts";
import { subjectText } from "../../../lib/domain/outgoing/mail/subject-text.ts";

describe("mail", () => {
  test("to sign in has the link and the code, as text and as HTML", () => {
    const mail = signInMail({ code: "012345", url: "https://h.example/api/account/sign-in/link/t" });
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain("https://h.example/api/account/sign-in/link/t");
      expect(part).toContain("012345");
      expect(part).toContain("10 minutes");
    }
  });

  test("of an invitation shows a hostile name as text, and puts nothing into the header", () => {
    const home = 'A"><script>x</script>\r\nBcc: all@example.com';
    const mail = invitationMail({
      home,
      invitedBy: "ada@example.com",
      role: "owner",
      url: "https://h.example/",
      declineUrl: "https://h.example/api/invitations/decline/t",
    });
    expect(mail.subject).toBe('You are invited to A"><script>x</script> Bcc: all@exampl... on Hearthwatch');
    expect(mail.html).not.toContain("<script>");
    expect(mail.html).toContain("&lt;script&gt;");
    expect(mail.text).toContain("as an owner");
  });

  test.each(["a\r\nb", "a\nb", "a\u2028b", "a\u0000b", "a\u0085b"])("keeps %j out of a subject", (text) => {
    expect(subjectText(text)).toBe("a b");
  });
});
