import { ackTokens } from "../_platform/ack-tokens.ts";
import { baseUrl } from "../_platform/base-url.ts";
import { channels } from "../_platform/channels.ts";
import { corePorts } from "../_platform/core-ports.ts";
import { cronSecret } from "../_platform/cron-secret.ts";
import { serve } from "../_platform/serve.ts";
import { vaults } from "../_platform/vaults.ts";
import { cronApp } from "./app.ts";

export default serve((environment) =>
  cronApp({
    ...corePorts(environment),
    ...ackTokens(environment),
    serverVault: vaults(environment).serverVault,
    channels: channels(environment),
    baseUrl: baseUrl(environment),
    cronSecret: cronSecret(environment),
  }),
);
