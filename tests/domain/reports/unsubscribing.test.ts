import { describe, expect, test } from "vitest";
import { writeDigest } from "../../../lib/reports/report-mail.ts";
import { adasWeek } from "./facts-of-a-week.ts";

describe("unsubscribing", () => {
  test("takes one click of the mail program, and one of the reader", () => {
    const { headers, text, html } = writeDigest(adasWeek);
    expect(headers).toEqual({
      "List-Unsubscribe": "<https://hearthwatch.example/u?t=abc&k=weekly>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(text).toContain(adasWeek.links.unsubscribe);
    expect(html).toContain('href="https://hearthwatch.example/u?t=abc&amp;k=weekly">');
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "/u?t=abc", ""])(
    "is refused at %j",
    (unsubscribe) => {
      expect(() => writeDigest({ ...adasWeek, links: { ...adasWeek.links, unsubscribe } })).toThrow(
        TypeError,
      );
    },
  );

  test("can't smuggle a header in", () => {
    const links = { ...adasWeek.links, unsubscribe: "https://h.example/u?t=a\r\nBcc: all@h.example>" };
    expect(writeDigest({ ...adasWeek, links }).headers["List-Unsubscribe"]).toBe(
      "<https://h.example/u?t=aBcc:%20all@h.example%3E>",
    );
  });
});
