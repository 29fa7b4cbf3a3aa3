import { dohNames } from "../../lib/feeds/guarded-fetch/doh-resolver.vendor.ts";
import { guardedFetch } from "../../lib/feeds/guarded-fetch/guarded-fetch.vendor.ts";
import { rememberedNames } from "../../lib/feeds/guarded-fetch/remembered-names.vendor.ts";
import type { Clock, FetchFeed } from "../../lib/kernel/ports.ts";
import { findLanguages } from "../../lib/people/users.queries.ts";
import { channels, endRing, smsBalance, telegram } from "../_platform/channels.ts";
import { corePorts, pause } from "../_platform/core-ports.ts";
import { feedShards, handOutShards } from "../_platform/cron-calls.ts";
import { type Env, objects } from "../_platform/environment.ts";
import { feedRules, forecastPort, resolverUrl } from "../_platform/feed-ports.ts";
import { statusTokens, unsubscribeTokens } from "../_platform/link-tokens.ts";
import { deadMan, operators } from "../_platform/operators.ts";
import { serverVault } from "../_platform/secrets.ts";
import { sendingPolicy } from "../_platform/sending-policy.ts";
import { serveClock } from "../_platform/serve.ts";
import { type CronPorts, cronApp } from "./app.ts";
import { onShards, onTrigger } from "./triggers.ts";

export default serveClock("cron", (env) => {
  const ports = cronPorts(env);
  return { fetch: cronApp(ports).fetch, scheduled: onTrigger(ports), queue: onShards(ports) };
});

function cronPorts(env: Env<"cron">): CronPorts {
  const core = corePorts(env);
  return {
    ...core,
    ...unsubscribeTokens(env),
    signStatusToken: statusTokens(env).signStatusToken,
    serverVault: serverVault(env),
    channels: channels(env),
    endRing: endRing(env),
    telegram: telegram(env, core),
    sendingPolicy: sendingPolicy(env),
    readSmsBalance: smsBalance(env),
    smsBalanceWarning: env.SMS_BALANCE_WARNING,
    pause,
    baseUrl: env.BASE_URL,
    cronSecret: env.CRON_SECRET,
    edge: env.EDGE,
    fetchFeed: feedFetcher(env, core.clock),
    feedShards: feedShards(env),
    handOutShards: handOutShards(env, core.report),
    forecast: forecastPort(env, core),
    objects: objects(env),
    operators: {
      ...operators(env, core.report),
      languagesOf: (emails) => findLanguages(core.db, emails),
    },
    pingDeadMan: deadMan(env, core.report),
  };
}

function feedFetcher(env: Env<"cron">, clock: Clock): FetchFeed {
  const resolver = resolverUrl(env);
  // Without a resolver no name is known to be public: only feeds that are allowed by name are polled.
  const ask = resolver === null ? async () => null : dohNames({ baseUrl: resolver });
  return guardedFetch({ rules: feedRules(env), resolveHost: rememberedNames(ask, clock) });
}
