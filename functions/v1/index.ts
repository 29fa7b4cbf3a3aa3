import { corePorts } from "../_platform/core-ports.ts";
import { wakeDispatch } from "../_platform/cron-calls.ts";
import { baseUrl, edge } from "../_platform/environment.ts";
import { feedPorts } from "../_platform/feed-ports.ts";
import { keyVault, serverVault } from "../_platform/secrets.ts";
import { configuredChannels, sendingPolicy } from "../_platform/sending-policy.ts";
import { serve } from "../_platform/serve.ts";
import { v1App } from "./app.ts";

export default serve("v1", (environment) =>
  v1App({
    ...corePorts(environment),
    serverVault: serverVault(environment),
    keyVault: keyVault(environment),
    ...feedPorts(environment),
    configuredChannels: configuredChannels(environment),
    sendingPolicy: sendingPolicy(environment),
    baseUrl: baseUrl(environment),
    edge: edge(environment),
    wake: wakeDispatch(environment),
  }),
);
