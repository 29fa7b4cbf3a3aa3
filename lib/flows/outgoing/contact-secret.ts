import type { Contact } from "../../domain/outgoing/audience/due-finding.ts";
import type { Vault } from "../../ports.ts";

/**
 * What a message's content carries so that it can be sent to the contact; nothing where an address is enough.
 * @throws Error where the secret was sealed with a key that this server no longer has
 */
export async function contactSecret(
  vault: Vault,
  { id, sealedSecret }: Pick<Contact, "id" | "sealedSecret">,
): Promise<{ secret?: unknown }> {
  if (id === null || sealedSecret === null) return {};
  const opened = await vault.open("contact-secret", id, sealedSecret);
  if (opened === null) throw new Error("A contact's secret was sealed with a key that is gone");
  return { secret: JSON.parse(opened.text) as unknown };
}
