import { expect, test } from "vitest";
import { isSettling, shownAs } from "../../../lib/channels/urgency.ts";
import type { Notice } from "../../../lib/messages/notice/render-notice.ts";
import type { AlertNews } from "../../../schema/wire/events.ts";

const news = (id: string, transition: AlertNews["transition"]): AlertNews => ({
  id,
  kind: "freeze",
  transition,
  severity: "critical",
  headline: "Pipes may freeze",
  ...{ sensor_id: null, sensor: null, device_id: null, device: null, space: null, value: null, unit: null },
  at: "2027-01-16T03:00:00.000Z",
  url: "https://hearth.example.net/a/1",
});
const shown = (...alerts: AlertNews[]) =>
  shownAs({
    isFirst: true,
    event: { type: "alerts.changed", timestamp: "", data: { home: "Ada's", alerts } },
  } as Partial<Notice> as Notice);

test("all that is said of one alert has one tag", () => {
  const tags = (["opened", "reminded", "worsened", "closed"] as const).map(
    (is) => shown(news("alr_1", is)).tag,
  );
  expect(new Set(tags)).toEqual(new Set(["alr_1"]));
});

test("what names several alerts is not replaced by the end of one of them", () => {
  const both = [news("alr_1", "reminded"), news("alr_2", "reminded")];
  expect(shown(...both).tag).not.toBe(shown(news("alr_1", "closed")).tag);
  expect(shown(...both).tag).toBe(shown(...both.toReversed()).tag);
});

test("an end settles, and neither an alarm nor a code does", () => {
  const of = (is: AlertNews["transition"]) => isSettling(shown(news("alr_1", is)));
  expect((["closed", "eased", "opened", "reminded", "worsened"] as const).map(of)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isSettling({})).toBe(false);
});
