import { callApi, OPERATIONS } from "../api.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../command-error.ts";

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
