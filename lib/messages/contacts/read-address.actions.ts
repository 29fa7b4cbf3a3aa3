import { LIMITS } from "../../../schema/limits.ts";
import type { Channel } from "../../../schema/vocabulary.ts";
import { ADDRESS_READERS } from "../../channels/registry.ts";
import { type NewAddress, plainAddress } from "../../channels/rules.ts";
import { judgeAddresses } from "../../kernel/judge-url.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Services } from "../../kernel/services.actions.ts";
import { refuseAddress } from "../../language/channel-words.ts";

/** One mailbox with a domain of at least two parts; only its answer shows if it exists. */
const EMAIL = /^[^\s@"<>(),;:\\]{1,64}@[^\s@"<>(),;:\\.]+(?:\.[^\s@"<>(),;:\\.]+)+$/;

/** An address that somebody typed for a channel, checked as far as possible before anything is sent there. */
export async function readAddress(
  services: Services,
  channel: Channel,
  text: string,
): Promise<Outcome<NewAddress>> {
  if (channel === "email") return readEmail(text);
  const { sendingPolicy: policy, webhookRules, random } = services;
  // Only a program knows the address of a push.
  if (channel === "push") return refuse("invalid_request", "You can't add an address for this channel");
  const read = ADDRESS_READERS[channel](text, { policy, webhookRules, random });
  if (!read.ok) return read;
  return (await refusedHost(services, read.value)) ?? read;
}

function readEmail(text: string): Outcome<NewAddress> {
  const address = text.trim().toLowerCase();
  if (address.length > LIMITS.emailCharactersMax || !EMAIL.test(address))
    return refuseAddress((words) => words.email);
  return done(plainAddress(address));
}

/** A name that nobody can resolve just now is saved: no call is made before it resolves. */
async function refusedHost({ resolveHost }: Services, { host }: NewAddress) {
  if (host === null || resolveHost === null) return null;
  const judged = judgeAddresses(await resolveHost(host));
  if (judged.ok || judged.reason === "unresolvable") return null;
  return refuseAddress((words) => words.hostNotPublic);
}
