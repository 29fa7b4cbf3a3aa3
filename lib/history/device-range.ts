/** The devices with a number above `after`, up to `upTo`: what one invocation rolls up and seals beside others. */
export type DeviceRange = { after: number; upTo: number };

/** What PostgreSQL's integers end at. */
const NUMBER_MAX = 2 ** 31 - 1;
export const ALL_DEVICES: DeviceRange = { after: 0, upTo: NUMBER_MAX };

/** What a run is for: its devices, and whether it also tells how far all of them have come. */
export type HistoryShare = { devices: DeviceRange; isForAll: boolean };
export const THE_WHOLE: HistoryShare = { devices: ALL_DEVICES, isForAll: true };

/** The ranges between the numbers at which devices are cut; together they have every number there may ever be. */
export const rangesBetween = (cuts: readonly number[]): DeviceRange[] =>
  [...cuts, NUMBER_MAX].map((upTo, index) => ({ after: cuts[index - 1] ?? 0, upTo }));
