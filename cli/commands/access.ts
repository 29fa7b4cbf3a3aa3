import { callApi, OPERATIONS, reach, requireProfile } from "../api.ts";
import type { Command } from "../command.ts";
import { CommandError, UsageError } from "../command-error.ts";

export const login: Command = {
  usage: "URL API_KEY",
  about: "check the key and keep both for the other commands",
  run: async ([address, key], ports) => {
    if (address === undefined || key === undefined || !URL.canParse(address))
      throw new UsageError("Usage: hearthwatch login URL API_KEY, like https://home.example hw_key_…");
    const profile = { url: new URL(address).origin, key };
    await callApi(ports, profile, { path: `${OPERATIONS["devices.list"].path}?limit=1` });
    await ports.saveProfile(profile);
    ports.print(`Logged in to ${profile.url}.`);
  },
};

const SKEW_MS_MAX = 120_000;

export const doctor: Command = {
  usage: "",
  about: "check the address, the key, TLS and this machine's clock",
  run: async (_, ports) => {
    const profile = requireProfile(ports);
    ports.print(
      profile.url.startsWith("https:")
        ? `ok      ${profile.url} uses TLS`
        : `warning ${profile.url} has no TLS: the key can be read in the network`,
    );
    const answer = await reach(ports.fetch, `${profile.url}/api/openapi.json`);
    await answer.body?.cancel();
    ports.print(`ok      the service answers (${answer.status})`);
    const devices = await callApi(ports, profile, { path: `${OPERATIONS["devices.list"].path}?limit=1` });
    await devices.body?.cancel();
    ports.print("ok      the key opens /api/v1");
    checkClock(answer.headers.get("Date"), ports.now());
    ports.print("ok      this machine's clock agrees with the service's");
  },
};

function checkClock(told: string | null, now: Date): void {
  const skew = told === null ? 0 : now.getTime() - Date.parse(told);
  if (Math.abs(skew) <= SKEW_MS_MAX) return;
  const minutes = Math.round(Math.abs(skew) / 60_000);
  throw new CommandError(`This machine's clock is ${minutes} minutes ${skew > 0 ? "ahead" : "behind"}.`);
}
