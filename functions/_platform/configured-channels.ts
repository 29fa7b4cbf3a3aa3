import { CHANNEL_RULES } from "../../lib/channels/registry.ts";
import type { ConfiguredChannels } from "../../lib/kernel/ports.ts";
import { CHANNELS } from "../../schema/vocabulary.ts";
import { type Environment, optional } from "./environment.ts";

/**
 * Looks without the providers' packages, for the functions that do not send and have to say what will be
 * sent.
 */
export function configuredChannels(environment: Environment): ConfiguredChannels {
  const states = CHANNELS.map((channel) => [
    channel,
    (channel === "email" && environment.MACHINE?.mail !== undefined) ||
      CHANNEL_RULES[channel].needs.every((name) => optional(environment, name) !== undefined),
  ]);
  return Object.fromEntries(states) as ConfiguredChannels;
}
