import { PLAIN_REQUEST } from "../../../lib/feeds/read-feed.ts";
import { planSetup } from "../../../lib/feeds/setup/plan.ts";
import type { SetupPlan, SetupWish, StoredSetup } from "../../../lib/feeds/setup/setup.ts";

export const FEED = {
  id: "a",
  name: "A",
  url: "https://a.example.org/",
  sealedUrl: "sealed a",
  enabled: true,
  jsonRoot: null,
  request: PLAIN_REQUEST,
  deviceId: "dev_a",
};
export const PROBE = { id: "p", feedId: "a", key: "temp1", label: "Pipe", visible: true };
export const POLLS = { last_failure: null, failing_since: null, last_ok_at: null, next_poll_at: null };
export const STORED: StoredSetup = {
  feeds: [{ ...FEED, polls: POLLS, isUrlLost: false }],
  probes: [PROBE],
  deviceCount: 1,
  fingerprint: "x",
};
export const EMPTY: StoredSetup = { feeds: [], probes: [], deviceCount: 0, fingerprint: "y" };

/** Each random character is a 7. */
const random = (count: number) => new Uint8Array(count).fill(7);
export const SEVENS = "7".repeat(20);

const plan = (stored: StoredSetup, wish: Partial<SetupWish>) =>
  planSetup(stored, { feeds: [], probes: [], ...wish }, random);

/** What a save makes of the household. */
export function planned(stored: StoredSetup, wish: Partial<SetupWish>): SetupPlan {
  const outcome = plan(stored, wish);
  if (!outcome.ok) throw new Error(outcome.problem.sentence);
  return outcome.value;
}

/** Why a save is refused: the problem's name and its sentence. */
export function refusal(stored: StoredSetup, wish: Partial<SetupWish>): string {
  const outcome = plan(stored, wish);
  if (outcome.ok) return "fine";
  const { name, sentence } = outcome.problem;
  return sentence === undefined ? name : `${name}: ${sentence}`;
}
