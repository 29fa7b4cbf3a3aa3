import { nameText } from "../../messages/notice/plain-text.ts";
import { driftOf, hasDrifted, more, type NoticeView, standInValue } from "../notice-view.ts";
import type { KindWords } from "../notice-words.ts";

const FAULTS: Record<string, string> = {
  unplugged: "reports that it is unplugged or broken",
  stuck: "repeats one value and may be stuck",
  drifted: "has drifted away from the thermometers around it",
};

function faultText(view: NoticeView): string {
  const drift = driftOf(view);
  const by = drift === null ? "" : `, ${drift.degrees} ${drift.unit} too ${drift.isWarm ? "warm" : "cold"}`;
  return `${FAULTS[String(more(view, "fault"))] ?? "sends readings that look wrong"}${by}`;
}

/** Says who watches meanwhile. */
function watchText(view: NoticeView): string {
  const guards = more(view, "guards");
  const standIn = more(view, "stand_in");
  if (standIn !== null) {
    const value = standInValue(view);
    return `Until then the nearest sensor, ${nameText(String(standIn), "another one")}, stands in for it${value === null ? "" : `, and is at ${value}`}.`;
  }
  if (guards === null) return "Until then that place isn't monitored.";
  return `Until then that place isn't monitored for ${guards === "water" ? "water" : "frost"}.`;
}

export const SENSOR_FAULT: KindWords = {
  noun: "sensor problem",
  plight: "a sensor problem",
  bad: (view) => `Sensor problem: ${view.where} ${faultText(view)}`,
  still: (view) => `Still a sensor problem: ${view.where} ${faultText(view)}`,
  over: ({ where }) => `${where} is working again`,
  advice: (view) =>
    `${hasDrifted(view) ? "Hold another thermometer beside it, and replace it if it is wrong." : "Check its cable and battery."} ${watchText(view)}`,
};
