import { guardedFetch } from "../../lib/guarded-fetch/guarded-fetch.vendor.ts";
import { deadManPing } from "../../lib/jobs/operator-webhooks.vendor.ts";
import { findLanguages } from "../../lib/people/users.queries.ts";
import { channels, endRing, telegram } from "../_platform/channels.ts";
import { pause } from "../_platform/core.ts";
import { operators } from "../_platform/operators.ts";
import { serveClock } from "../_platform/serve.ts";
import { services } from "../_platform/services.ts";
import { feedShards, handOutShards } from "../_platform/shards.ts";
import { cronApp, onShards, onTrigger } from "./app.ts";

export default serveClock("cron", (env) => {
  const whole = services(env);
  const { db, report, feedRules: rules } = whole;
  // Without a resolver no name is known to be public: only feeds in the list of allowed hosts are polled.
  const resolveHost = whole.resolveHost ?? (async () => []);
  const sending = {
    ...whole,
    channels: channels(env, whole),
    endRing: endRing(env, whole),
    telegram: telegram(env, whole),
    pause,
    cronSecret: env.CRON_SECRET,
    fetchFeed: guardedFetch({ rules, resolveHost }),
    feedShards: feedShards(env),
    handOutShards: handOutShards(env, report),
    operators: {
      ...operators(env, report),
      languagesOf: (emails: readonly string[]) => findLanguages(db, emails),
    },
    pingDeadMan:
      env.DEAD_MAN_PING_URL === undefined ? null : deadManPing({ url: env.DEAD_MAN_PING_URL, report }),
  };
  return { fetch: cronApp(sending).fetch, scheduled: onTrigger(sending), queue: onShards(sending) };
});
