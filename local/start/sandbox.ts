import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import type { StartSettings } from "./settings.ts";
import type { StartSteps } from "./steps.ts";

type Provider = {
  name: string;
  /** The provider is configured if all of these are set. */
  needs: readonly string[];
  env(sandbox: Sandbox): Record<string, string>;
};

const PROVIDERS: readonly Provider[] = [
  {
    name: "Resend",
    needs: ["RESEND_API_KEY"],
    env: ({ url, credentials }) => ({
      RESEND_API_KEY: credentials.resendApiKey,
      RESEND_BASE_URL: `${url}/resend`,
      // The sandbox accepts any pace; Resend's would only slow down a first look.
      MAILS_PER_SECOND: "20",
    }),
  },
  {
    name: "Twilio",
    needs: ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"],
    env: ({ url, credentials }) => ({
      TWILIO_ACCOUNT_SID: credentials.twilioAccountSid,
      TWILIO_AUTH_TOKEN: credentials.twilioAuthToken,
      TWILIO_FROM: credentials.twilioFrom,
      TWILIO_BASE_URL: `${url}/twilio`,
    }),
  },
  {
    name: "FCM",
    needs: ["FIREBASE_SERVICE_ACCOUNT"],
    env: ({ credentials }) => ({ FIREBASE_SERVICE_ACCOUNT: credentials.serviceAccount }),
  },
  {
    name: "the forecast",
    needs: ["FORECAST_BASE_URL"],
    env: ({ url }) => ({
      FORECAST_BASE_URL: `${url}/open-meteo`,
      GEOCODING_BASE_URL: `${url}/open-meteo`,
    }),
  },
  {
    name: "Telegram",
    needs: ["TELEGRAM_BOT_TOKEN"],
    env: ({ url }) => ({
      TELEGRAM_BOT_TOKEN: "sandbox",
      TELEGRAM_BOT_NAME: "HearthwatchSandboxBot",
      TELEGRAM_BASE_URL: `${url}/telegram`,
    }),
  },
  {
    name: "Pushover",
    needs: ["PUSHOVER_TOKEN"],
    env: ({ url }) => ({ PUSHOVER_TOKEN: "sandbox", PUSHOVER_BASE_URL: `${url}/pushover` }),
  },
  {
    name: "a webhook's receiver",
    needs: ["WEBHOOK_ALLOWED_HOSTS"],
    env: ({ url }) => ({ WEBHOOK_ALLOWED_HOSTS: new URL(url).host }),
  },
];

/** Starts the stand-in for all providers that the environment doesn't configure. */
export async function startProviders(
  { handedOn, production, smtp, seedDemo, dataDir }: StartSettings,
  steps: StartSteps,
) {
  const isSet = ({ name, needs }: Provider) =>
    needs.every((each) => handedOn[each]) || (name === "Resend" && smtp !== undefined);
  const missing = PROVIDERS.filter((provider) => !production && !isSet(provider));
  if (missing.length === 0) return { env: {}, sandboxUrl: undefined, redirectUrl: undefined };
  const sandbox = await steps.run("Sandbox", async () => {
    const made = await startSandbox({ demoIn: seedDemo ? dataDir : undefined });
    return { made, report: `stands in for ${listOf(missing)} on ${made.url}`, close: made.stop };
  });
  return {
    /** The functions' settings for their providers. */
    env: sandboxEnv(sandbox, missing),
    /** The sandbox's address, if at least one provider has a stand-in. */
    sandboxUrl: sandbox.url,
    /** Set if FCM has a stand-in, because its address can't be configured. */
    redirectUrl: missing.some(({ name }) => name === "FCM") ? sandbox.url : undefined,
  };
}

/** Returns the settings that point the given providers, by default all, to the sandbox. */
export function sandboxEnv(
  sandbox: Sandbox,
  providers: readonly Pick<Provider, "env">[] = PROVIDERS,
): Record<string, string> {
  return Object.assign({}, ...providers.map(({ env }) => env(sandbox)));
}

const listOf = (providers: readonly Provider[]): string =>
  new Intl.ListFormat("en", { style: "long" })
    .format(providers.map(({ name }) => name))
    .replace(", and", " and");
