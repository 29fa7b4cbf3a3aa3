import * as z from "zod/mini";

const ok = z.literal(true);

/** What a run has done, in numbers by name. */
const JobRan = z.catchall(
  z.object({ ok, job: z.string(), tick: z.iso.datetime() }),
  z.union([z.number(), z.string(), z.boolean()]),
);

/** A tick that has run, or one that somebody is at, has nothing to count. */
export const JobAnswer = z.union([
  JobRan,
  z.object({ ok, skipped: z.literal(true) }),
  z.object({ ok, running: z.literal(true) }),
]);
export type JobAnswer = z.output<typeof JobAnswer>;

/** The tick that a shard of its work is done for. */
export const ShardQuery = z.strictObject({
  tick: z.pipe(
    z.iso.datetime(),
    z.transform((text) => new Date(text)),
  ),
});

/** What PostgreSQL numbers devices up to. */
const NUMBER_MAX = 2 ** 31 - 1;
const number = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(NUMBER_MAX));

/** The devices of a shard of history. */
export const HistoryShardQuery = z.strictObject({
  after: z._default(number, 0),
  up_to: z._default(number, NUMBER_MAX),
});
export const ShardAnswer = z.catchall(z.object({ ok }), z.union([z.number(), z.boolean()]));
