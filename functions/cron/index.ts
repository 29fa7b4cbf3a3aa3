import { rememberedNames } from "../../lib/devices/remembered-names.vendor.ts";
import { dohNames } from "../../lib/feeds/guarded-fetch/doh-resolver.vendor.ts";
import { guardedFetch } from "../../lib/feeds/guarded-fetch/guarded-fetch.vendor.ts";
import type { Clock, FetchFeed } from "../../lib/kernel/ports.ts";
import { findLanguages } from "../../lib/people/users.queries.ts";
import { channels, endRing, smsBalance, telegram } from "../_platform/channels.ts";
import { corePorts, pause } from "../_platform/core-ports.ts";
import { feedShards, handOutShards } from "../_platform/cron-calls.ts";
import { baseUrl, type Environment, edge, objects } from "../_platform/environment.ts";
import { feedRules, forecastPort, resolverUrl } from "../_platform/feed-ports.ts";
import { statusTokens, unsubscribeTokens } from "../_platform/link-tokens.ts";
import { deadMan, operators } from "../_platform/operators.ts";
import { cronSecret, serverVault } from "../_platform/secrets.ts";
import { sendingPolicy, smsBalanceWarning } from "../_platform/sending-policy.ts";
import { serveClock } from "../_platform/serve.ts";
import { type CronPorts, cronApp } from "./app.ts";
import { onShards, onTrigger } from "./triggers.ts";

export default serveClock("cron", (environment) => {
  const ports = cronPorts(environment);
  return { fetch: cronApp(ports).fetch, scheduled: onTrigger(ports), queue: onShards(ports) };
});

function cronPorts(environment: Environment): CronPorts {
  const core = corePorts(environment);
  return {
    ...core,
    ...unsubscribeTokens(environment),
    signStatusToken: statusTokens(environment).signStatusToken,
    serverVault: serverVault(environment),
    channels: channels(environment),
    endRing: endRing(environment),
    telegram: telegram(environment, core),
    sendingPolicy: sendingPolicy(environment),
    readSmsBalance: smsBalance(environment),
    smsBalanceWarning: smsBalanceWarning(environment),
    pause,
    baseUrl: baseUrl(environment),
    cronSecret: cronSecret(environment),
    edge: edge(environment),
    fetchFeed: feedFetcher(environment, core.clock),
    feedShards: feedShards(environment),
    handOutShards: handOutShards(environment, core.report),
    forecast: forecastPort(environment, core),
    objects: objects(environment),
    operators: {
      ...operators(environment, core.report),
      languagesOf: (emails) => findLanguages(core.db, emails),
    },
    pingDeadMan: deadMan(environment, core.report),
  };
}

function feedFetcher(environment: Environment, clock: Clock): FetchFeed {
  const resolver = resolverUrl(environment);
  // Without a resolver no name is known to be public: only feeds that are allowed by name are polled.
  const ask = resolver === null ? async () => null : dohNames({ baseUrl: resolver });
  return guardedFetch({ rules: feedRules(environment), resolveHost: rememberedNames(ask, clock) });
}
