import { LIMITS } from "../../../schema/limits.ts";
import type { Channel } from "../../../schema/vocabulary.ts";
import { ADDRESS_READERS } from "../../channels/registry.ts";
import type { NewAddress, SendingPolicy } from "../../channels/rules.ts";
import { judgeAddresses } from "../../feeds/url/addresses.ts";
import type { FeedRules } from "../../feeds/url/judge.ts";
import { done, type Outcome, refuse } from "../../kernel/outcome.ts";
import type { Random, ResolveHost } from "../../kernel/ports.ts";
import { refuseAddress } from "../../language/languages.ts";

type AddressPorts = {
  random: Random;
  sendingPolicy: SendingPolicy;
  webhookRules: FeedRules;
  /** Null where there is no resolver to ask: each call of a webhook judges the addresses anyway. */
  resolveHost: ResolveHost | null;
};

/** What somebody typed for a channel, judged as far as can be told before anything is sent there. */
export async function readAddress(
  ports: AddressPorts,
  channel: Channel,
  text: string,
): Promise<Outcome<NewAddress>> {
  if (channel === "email") return readEmail(text);
  const { sendingPolicy: policy, webhookRules, random } = ports;
  // Only a program knows the address of a push.
  if (channel === "push") return refuse("invalid_request", "This channel takes no address");
  const read = ADDRESS_READERS[channel](text, { policy, webhookRules, random });
  if (!read.ok) return read;
  return (await refusedHost(ports, read.value)) ?? read;
}

/** One mailbox with a domain of at least two parts; whether it exists shows when it answers. */
const EMAIL = /^[^\s@"<>(),;:\\]{1,64}@[^\s@"<>(),;:\\.]+(?:\.[^\s@"<>(),;:\\.]+)+$/;

function readEmail(text: string): Outcome<NewAddress> {
  const address = text.trim().toLowerCase();
  if (address.length > LIMITS.emailCharactersMax || !EMAIL.test(address))
    return refuseAddress((words) => words.email);
  return done({ address, secret: null, shownSecret: null, host: null });
}

/** A name that nobody can resolve just now is saved: no call is made before it resolves. */
async function refusedHost({ resolveHost }: AddressPorts, { host }: NewAddress) {
  if (host === null || resolveHost === null) return null;
  const judged = judgeAddresses(await resolveHost(host));
  if (judged.ok || judged.reason === "unresolvable") return null;
  return refuseAddress((words) => words.hostNotPublic);
}
