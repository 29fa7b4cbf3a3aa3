import { chatWebhook } from "../../lib/jobs/operator-webhooks.vendor.ts";
import { clockWatch } from "../../lib/jobs/watch-clock.actions.ts";
import { bodyNotes } from "../../lib/readings/record-readings.actions.ts";
import { coreServices, pause } from "../_platform/core.ts";
import { reportSilence, wakeDispatch } from "../_platform/cron-calls.ts";
import { serve } from "../_platform/serve.ts";
import { ingestApp } from "./app.ts";

export default serve("ingest", (env) => {
  const core = { ...coreServices(env), wake: wakeDispatch(env) };
  const url = env.OPERATOR_CHAT_WEBHOOK_URL;
  const chat = url === undefined ? null : chatWebhook({ url, report: core.report });
  return ingestApp({
    ...core,
    noteBody: bodyNotes({ ...core, pause }),
    storePost: env.MACHINE?.postsTogether?.(core.db),
    watchClock: clockWatch({ ...core, chat, reportSilence: reportSilence(env) }),
  });
});
