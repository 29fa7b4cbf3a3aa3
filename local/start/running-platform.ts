import type { LocalSecrets } from "./local-secrets.ts";
import type { StartSettings } from "./settings.ts";
import type { StartSteps } from "./steps.ts";

export interface RunningPlatform {
  baseUrl: string;
  connectionString: string;
  /** The stand-in for the providers that are not configured, where there are any. */
  sandboxUrl: string | undefined;
  secrets: LocalSecrets;
}

/** Everything of `npm start` but the demo: database, limits and functions. */
export type StartPlatform = (settings: StartSettings, steps: StartSteps) => Promise<RunningPlatform>;
