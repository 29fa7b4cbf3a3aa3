import { describe, expect, test } from "vitest";
import { endOwned, type OwnedEpisode } from "../../../lib/alerts/decide/decide.ts";
import { type EpisodeState, readEpisodeState } from "../../../lib/alerts/episode.ts";
import { judgeLeak } from "../../../lib/alerts/kinds/leak.ts";
import { NO_QUIET } from "../../../lib/alerts/quiet/quiet.ts";
import { settingsFor } from "../../../lib/alerts/settings.ts";
import { judgeAll, MINUTE, notified, T0 } from "./posts.ts";

const settings = settingsFor("leak");
const about = { title: "Cellar", deviceId: "dev_1", sensorId: "sen_1" };

const leakOf = (values: number[]): EpisodeState =>
  judgeAll(
    (state, input, now) => judgeLeak(state, { ...input, isState: true }, settings, now),
    values.map((value, minute) => ({ minute, value, unit: null })),
  ).state;

/** Water, and no more of it for longer than it takes to be sure. */
const ENDED = [1, ...Array<number>(30).fill(0)];

const owned = (state: unknown): OwnedEpisode[] => [
  { kind: "leak", subject: "sen_1", version: 3, state, about, settings },
];

describe("what a device owns ends with it", () => {
  test("closes its open alert for the device's reason, and notifies it", () => {
    const [change] = endOwned(owned(leakOf([1])), NO_QUIET, "removed", T0 + 5 * MINUTE);
    expect(change?.expectedVersion).toBe(3);
    expect(change?.state).toMatchObject({ open: false, closedAt: T0 + 5 * MINUTE });
    expect(notified(change?.findings ?? [])).toEqual(["closed critical"]);
    expect(change?.findings[0]).toMatchObject({ reason: "removed", why: { code: "removed" } });
  });

  test("an alert that opened after the clock was looked at ends when it opened, never before", () => {
    const [change] = endOwned(owned(leakOf([1])), NO_QUIET, "disabled", T0 - 20 * MINUTE);
    expect(change?.state).toMatchObject({ open: false, openedAt: T0, closedAt: T0 });
    expect(change?.findings[0]).toMatchObject({ openedAt: T0, closedAt: T0 });
  });

  test("an alert that has ended already, and a state that nobody can read, are left as they are", () => {
    expect(leakOf(ENDED)).toMatchObject({ open: false });
    expect(endOwned(owned(leakOf(ENDED)), NO_QUIET, "moved", T0 + 5 * MINUTE)).toEqual([]);
    expect(readEpisodeState({ v: 99 }).open).toBe(false);
    expect(endOwned(owned({ v: 99, open: true }), NO_QUIET, "moved", T0)).toEqual([]);
  });
});
