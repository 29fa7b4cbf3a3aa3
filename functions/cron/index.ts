import { channels } from "../_platform/channels.ts";
import { corePorts } from "../_platform/core-ports.ts";
import { cronSecret } from "../_platform/cron-secret.ts";
import { serve } from "../_platform/serve.ts";
import { vaults } from "../_platform/vaults.ts";
import { cronApp } from "./app.ts";

export default serve((environment) =>
  cronApp({
    ...corePorts(environment),
    serverVault: vaults(environment).serverVault,
    channels: channels(environment),
    cronSecret: cronSecret(environment),
  }),
);
