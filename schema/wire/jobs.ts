import * as z from "zod/mini";

const ok = z.literal(true);

/** The work of a run, as counts by name. */
const JobRan = z.catchall(
  z.object({ ok, job: z.string(), tick: z.iso.datetime() }),
  z.union([z.number(), z.string(), z.boolean()]),
);

/** The answer for a tick that has already run or is still running has no counts. */
export const JobAnswer = z.union([
  JobRan,
  z.object({ ok, skipped: z.literal(true) }),
  z.object({ ok, running: z.literal(true) }),
]);
export type JobAnswer = z.output<typeof JobAnswer>;

/** The tick whose work the shard is part of. */
export const ShardQuery = z.strictObject({
  tick: z.pipe(
    z.iso.datetime(),
    z.transform((text) => new Date(text)),
  ),
});

/** The highest device number that PostgreSQL allows. */
const NUMBER_MAX = 2 ** 31 - 1;
const number = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(NUMBER_MAX));

/** The range of devices in a shard of history. */
export const HistoryShardQuery = z.strictObject({
  after: z._default(number, 0),
  up_to: z._default(number, NUMBER_MAX),
});
export const ShardAnswer = z.catchall(z.object({ ok }), z.union([z.number(), z.boolean()]));
