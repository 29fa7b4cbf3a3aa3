import { describe, expect, test } from "vitest";
import { blockedOf } from "../../../lib/channels/rules.ts";
import { MAILS, ONBOARDING } from "../../../lib/language/languages.ts";
import { NOTICES } from "../../../lib/language/sent.ts";
import { BLOCKS, LANGUAGES, ROLES } from "../../../schema/vocabulary.ts";

test.each(LANGUAGES)("a notice in %s gives every reason why it came by mail", (language) => {
  const { blocks, byMail } = NOTICES[language];
  const said = BLOCKS.map((block) => byMail[blockedOf(block)](blocks[block]));
  expect(new Set(said).size).toBe(BLOCKS.length);
});

describe.each(LANGUAGES)("a mail about an account in %s", (language) => {
  const words = MAILS[language];
  test("has what it is about in it", () => {
    expect(words.signIn("012345", 15).subject).toContain("012345");
    expect(words.code("012345", 15).text).toContain("012345");
    expect(words.homeDeleted("Casa", "ben@example.com", "2026").paragraphs.join(" ")).toMatch(
      /ben@example.com.*Casa/,
    );
    for (const role of ROLES) {
      const { subject, paragraphs } = words.invitation("Casa", "ben@example.com", role, 7);
      expect([subject, ...paragraphs].join(" ")).toMatch(/Casa.*ben@example.com.* 7 /);
    }
    for (const email of Object.values(ONBOARDING[language])) expect(email("Casa").subject).toContain("Casa");
  });
});
