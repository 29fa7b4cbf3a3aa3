import { type Plan, planOf } from "./run/plan.ts";

/**
 * Histories that once broke a promise, and what it was. They are played again with every `npm test`: shrunk,
 * as far as the shrinker came, so that they stay as they were when the making of plans changes.
 */
export const FAILING_SEEDS: readonly { plan: Plan; because: string }[] = [
  {
    plan: planOf(16, 40),
    because: "a repeated post was judged by the wrong clock of its instance, and its alert opened in 2030",
  },
  {
    plan: {
      seed: 296,
      isContended: false,
      isOverMonthsEnd: false,
      events: [
        { id: 2, seed: 1_937_315_272, afterMs: 43_200_000, faults: 0, acts: ["person", "post", "post"] },
        { id: 4, seed: 1_991_463_485, afterMs: 19_000, faults: 0, acts: ["weather"] },
        { id: 5, seed: 900_276_829, afterMs: 300_000, faults: 0.05, acts: ["post", "post"] },
        { id: 6, seed: 1_126_493_145, afterMs: 5_000, faults: 0, acts: ["post", "post", "person"] },
      ],
    },
    because: "an alert ended before it opened, as its device was switched off while its reading was judged",
  },
  {
    plan: {
      seed: 1167,
      isContended: true,
      isOverMonthsEnd: false,
      events: [
        { id: 10, seed: 1_417_730_872, afterMs: 1_140_000, faults: 0, acts: ["race", "race", "person"] },
        { id: 11, seed: 1_042_113_666, afterMs: 1_080_000, faults: 0, acts: ["weather"] },
        { id: 12, seed: 737_128_282, afterMs: 19_000, faults: 0, acts: ["send", "person", "race"] },
      ],
    },
    because: "a device was switched on while water was what it had said last (the simulator asked too early)",
  },
  {
    plan: {
      seed: 151,
      isContended: true,
      isOverMonthsEnd: false,
      events: [
        { id: 2, seed: 758_710_801, afterMs: 13_000, faults: 0.02, acts: ["collect", "post", "race"] },
        { id: 8, seed: 990_934_459, afterMs: 20_000, faults: 0.02, acts: ["race", "person", "race"] },
      ],
    },
    because: "a post that made its day's table waited for a device whose removal waited for the table",
  },
  {
    plan: {
      seed: 90_284,
      isContended: false,
      isOverMonthsEnd: true,
      events: [
        { id: 9, seed: 74_005_299, afterMs: 420_000, faults: 0, acts: ["post", "weather", "weather"] },
        { id: 10, seed: 1_796_392_901, afterMs: 720_000, faults: 0, acts: ["post", "person"] },
        { id: 12, seed: 2_103_739_074, afterMs: 360_000, faults: 0, acts: ["post"] },
        { id: 13, seed: 478_230_239, afterMs: 43_200_000, faults: 0, acts: ["flood_of_posts"] },
        { id: 14, seed: 525_277_632, afterMs: 25_200_000, faults: 0, acts: ["weather"] },
        { id: 20, seed: 880_908_733, afterMs: 950_400_000, faults: 0, acts: ["maintain"] },
        { id: 21, seed: 739_724_986, afterMs: 604_800_000, faults: 0, acts: ["weather"] },
        { id: 22, seed: 577_333_938, afterMs: 7_200_000, faults: 0, acts: ["maintain"] },
        { id: 26, seed: 1_238_299_075, afterMs: 3_600_000, faults: 0, acts: ["maintain"] },
        { id: 28, seed: 1_951_783_668, afterMs: 420_000, faults: 0, acts: ["maintain"] },
        { id: 29, seed: 108_531_163, afterMs: 777_600_000, faults: 0, acts: ["post"] },
        { id: 31, seed: 838_088_024, afterMs: 1_020_000, faults: 0, acts: ["redis_forgets"] },
        { id: 32, seed: 1_089_020_052, afterMs: 172_800_000, faults: 0, acts: ["maintain"] },
        { id: 33, seed: 113_101_439, afterMs: 1_140_000, faults: 0, acts: ["post"] },
      ],
    },
    because:
      "an alert's message was sent and, 30 days later, deleted (the simulator looked for it in the outbox)",
  },
  {
    plan: {
      seed: 201_003,
      isContended: true,
      isOverMonthsEnd: false,
      events: [
        { id: 0, seed: 1_602_842_338, afterMs: 1_020_000, faults: 0.1, acts: ["post"] },
        {
          id: 1,
          seed: 1_765_437_669,
          afterMs: 840_000,
          faults: 0,
          acts: ["midnight", "post", "weather"],
          isAtMidnight: true,
        },
      ],
    },
    because: "a post of the day's last second kept its device and made the next day's table",
  },
  {
    plan: {
      seed: 6,
      isContended: false,
      isOverMonthsEnd: false,
      events: [
        { id: 29, seed: 1_763_335_994, afterMs: 604_800_000, faults: 0, acts: ["send"] },
        { id: 30, seed: 651_265_987, afterMs: 960_000, faults: 0, acts: ["weather"] },
        { id: 34, seed: 758_292_889, afterMs: 660_000, faults: 0, acts: ["digest"] },
      ],
    },
    because:
      "leaks were told by more texts than a day has (the simulator did not know that their first word may be)",
  },
];
