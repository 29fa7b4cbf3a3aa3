import { expect, test } from "vitest";
import { mayShare } from "../../../lib/people/entitlement.ts";
import { judgeShareWish, shareUrl, tooManyLinks } from "../../../lib/sharing/covered.ts";
import { SHARING } from "../../../lib/sharing/share-link.ts";

test("Free has as many links as the entitlement lets it have, and not one more", () => {
  const wish = { scope: "live", expiresInDays: 30 } as const;
  expect(mayShare({ plan: "free" }, { ...wish, liveLinks: SHARING.free.linksMax - 1 })).toBe("yes");
  expect(mayShare({ plan: "free" }, { ...wish, liveLinks: SHARING.free.linksMax })).toBe("plan_live_links");
  expect(mayShare({ plan: "pro" }, { ...wish, liveLinks: SHARING.pro.linksMax - 1 })).toBe("yes");
});

test("a wish is refused for its days first, then for the plan", () => {
  const judge = (plan: "free" | "pro", scope: "live" | "history", expiresInDays: number | null) => {
    const outcome = judgeShareWish(plan, { scope, expiresInDays });
    return outcome.ok ? "yes" : outcome.problem.name;
  };
  expect(judge("free", "live", 30)).toBe("yes");
  expect(judge("free", "history", 2)).toBe("invalid_request");
  expect(judge("free", "history", 30)).toBe("pro_required");
  expect(judge("free", "live", null)).toBe("pro_required");
  expect(judge("pro", "history", null)).toBe("yes");
  expect(judge("pro", "live", 0)).toBe("invalid_request");
});

test.each([
  [30, "history", "The Pro plan is required for links of the scopes history and metrics"],
  [null, "live", "The Pro plan is required for links that never expire"],
  [2, "live", '"expires_in_days" must be 1, 7, 30, 90 or null'],
] as const)("a wish of %s days for %s is refused in one sentence", (expiresInDays, scope, sentence) => {
  expect(judgeShareWish("free", { scope, expiresInDays })).toMatchObject({ problem: { sentence } });
});

test("a second link on Free is refused with what to do", () => {
  expect(tooManyLinks("free").problem.sentence).toBe(
    "The Pro plan is required for more than one share link: revoke the one there is, or let it expire",
  );
});

test("one link too many is a matter of the plan on Free, of the number on Pro", () => {
  expect(tooManyLinks("free").problem.name).toBe("pro_required");
  expect(tooManyLinks("pro").problem.name).toBe("too_many");
});

test("a link leads to what it is for", () => {
  expect(shareUrl("https://h.example", "live", "t")).toBe("https://h.example/api/share/t/latest");
  expect(shareUrl("https://h.example", "history", "t")).toBe("https://h.example/api/share/t/readings");
  expect(shareUrl("https://h.example", "metrics", "t")).toBe("https://h.example/api/share/t/metrics");
});
