import { ID_PREFIXES } from "../../schema/vocabulary.ts";
import { newId } from "../kernel/secret.ts";
import { secretHash } from "../kernel/secret-hash.queries.ts";
import type { Services } from "../kernel/services.actions.ts";
import { DAY_MS } from "../kernel/time.ts";
import { type DueHome, turnOf } from "./audience/due-finding.ts";
import type { PlannedCall } from "./audience/plan-steps.ts";
import type { NewResponderLink } from "./commit-notices.queries.ts";
import { contactSecret } from "./contacts/contacts.actions.ts";
import type { QueuedMessage } from "./enqueue.queries.ts";
import { MESSAGE_LIMITS } from "./limits.ts";
import { newAlertToken, responderLinkUrl } from "./links/tokens.ts";
import { callContent } from "./notice/call-content.ts";
import { sealMessage } from "./seal-message.actions.ts";

type Ports = Pick<Services, "random" | "serverVault" | "baseUrl">;

/** One message to somebody without an account, with a link of its own that ends with the alerts. */
export async function writeCall(
  { random, serverVault, baseUrl }: Ports,
  home: DueHome,
  { outsider, about }: PlannedCall,
  now: Date,
): Promise<{ message: QueuedMessage; link: NewResponderLink }> {
  const { contactId, contact } = outsider;
  const token = newAlertToken(random);
  const alertIds = [...new Set(about.map(({ due }) => due.alertId))];
  const sealed = await sealMessage(serverVault, {
    id: newId(ID_PREFIXES.message, random),
    householdId: home.household.id,
    channel: contact.channel,
    recipient: contact.address,
    alertIds,
    dedupeKey: `${about[0]?.name}/${contactId}`,
    kind: "contact_called",
    isCritical: true,
    turnOf: turnOf(home, now),
    content: {
      ...callContent(home, { outsider, about }, responderLinkUrl(baseUrl, token)),
      ...(await contactSecret(serverVault, contact)),
    },
  });
  const expiresAt = new Date(now.getTime() + MESSAGE_LIMITS.responderLinkDays * DAY_MS);
  return {
    message: { ...sealed, at: now },
    link: { tokenHash: await secretHash(token), contactId, alertIds, expiresAt },
  };
}
