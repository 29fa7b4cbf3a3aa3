import { deviceStatus } from "../../../lib/devices/device-status.ts";
import type { Tone } from "../../../lib/sharing/embeds.ts";
import type { PageHome } from "../../../lib/sharing/home-page/page-home.ts";
import type { Standing } from "../../../lib/sharing/home-page/standing.ts";
import { acknowledgedText, alertText, placedText, placeText } from "./alert-text.ts";
import { nameOf } from "./name-of.ts";
import type { Teller } from "./teller.ts";

/** `first` is a sentence of its own; `line` is since when, of how many and who is on it; `advice` what to do. */
type StandingText = { tone: Tone; first: string; line?: string; advice?: string };

/** How a home is, in words: for its pages and its badge. `isOwn` is true for its own people, who are alerted. */
export function standingText(
  standing: Standing,
  home: Pick<PageHome, "devices">,
  teller: Teller,
  isOwn: boolean,
): StandingText {
  const { standing: words, common } = teller.words;
  const line = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(" · ");
  switch (standing.is) {
    case "well":
      return { tone: "well", first: words.well };
    case "waiting":
    case "empty":
      return { tone: "unknown", first: words[standing.is] };
    case "alert": {
      const { alert, more } = standing;
      const { title, advice } = alertText(alert, home, teller);
      const since = common.since(teller.dateTime(alert.openedAt));
      const who = alert.acknowledgedAt === null ? null : acknowledgedText(alert, teller);
      const { severity: tone } = alert;
      return { tone, first: title, line: line(since, who, more === 0 ? null : words.more(more)), advice };
    }
    case "past_limit": {
      const { sensor, limit, more } = standing;
      const value = teller.value(sensor.value ?? limit.value, sensor.unit);
      const advice = words[isOwn ? "pastOwnLimitAdvice" : "pastLimitAdvice"](
        teller.value(limit.value, sensor.unit),
      );
      return {
        tone: "warning",
        first: words.pastLimit(placedText(standing, teller.words), value),
        advice: more === 0 ? advice : `${advice} ${words.morePastLimit(more)}`,
      };
    }
    case "late": {
      const { device, since, more } = standing;
      const isReporting = home.devices.some(
        (each) => each.enabled && deviceStatus(each, teller.now) === "ok",
      );
      return {
        tone: "unknown",
        first: words.late(placeText(device.name, device.space), teller.since(since)),
        ...(more === 0 ? {} : { line: words.moreLate(more) }),
        advice: isReporting ? words.lateAdvice : more === 0 ? words.lateAlone : words.lateAll,
      };
    }
    case "unknown": {
      const { device, sensor, reason, since, more } = standing;
      const where = placeText(sensor === null ? device.name : nameOf(sensor, teller.words), device.space);
      const isFaulty = reason === "faulty";
      return {
        tone: "unknown",
        first: isFaulty ? words.faulty(where) : words.silent(where, teller.since(since)),
        line: line(common.since(teller.dateTime(since)), more === 0 ? null : words.moreSilent(more)),
        advice: isFaulty ? words.faultyAdvice : words.silentAdvice,
      };
    }
    default:
      return standing satisfies never;
  }
}
