import { revealIngestKey } from "../../lib/devices/ingest-keys.actions.ts";
import { done } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { revokeKey } from "../../lib/people/keys.actions.ts";
import { createShareLink } from "../../lib/sharing/create-links.actions.ts";
import { listShareLinks } from "../../lib/sharing/own-links.queries.ts";
import { makes, shows } from "../../schema/openapi/route.ts";
import {
  NewShareLink,
  RevealedKey,
  RevealRequest,
  ShareLinkList,
  ShareLinkWithToken,
} from "../../schema/wire/account/keys.ts";
import { Ok } from "../../schema/wire/text.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { pathId } from "../_http/require-session.ts";

const LINKS = "/api/v1/share-links";
const route = routesFor<Services>();

/** Share links, and a device's ingest key at the specification's path. */
export const KEYS = {
  "shareLinks.list": route({
    on: `GET ${LINKS}`,
    may: "manage_share_links",
    summary: "List share links",
    about:
      "Owners and managers only. Returns the valid ones without their tokens, newest first. `hint` is the end of the token.",
    answers: shows(ShareLinkList, "The share links"),
    answer: async (services, { var: { member } }) =>
      done({ share_links: await listShareLinks(services.db, member.householdId, services.clock()) }),
  }),
  "shareLinks.create": route({
    on: `POST ${LINKS}`,
    log: "secret_created",
    may: "manage_share_links",
    body: NewShareLink,
    makes: true,
    summary: "Create a share link",
    about:
      "Owners and managers only; some need the Pro plan. This answer shows the token, which can't be shown again: only its hash is stored.",
    answers: makes(ShareLinkWithToken, "The share link and its token"),
    refusals: [409],
    answer: (services, c, wish) => createShareLink(services, c.var, wish),
  }),
  "shareLinks.delete": route({
    on: `DELETE ${LINKS}/:id`,
    log: "secret_revoked",
    may: "manage_share_links",
    summary: "Revoke a share link",
    about: "The share link no longer works.",
    answers: shows(Ok, "Revoked"),
    answer: (services, c) => revokeKey(services, c.var, { kind: "share_links", id: pathId(c) }),
  }),
  "ingestKeys.reveal": route({
    on: "POST /api/devices/reveal-ingest-key",
    log: "secret_revealed",
    may: "reveal_ingest_key",
    body: RevealRequest,
    summary: "Reveal an ingest key",
    about:
      "Owners and managers only, at most ten times an hour and person. If this installation doesn't keep keys, the answer is 409: rotate the key instead.",
    answers: shows(RevealedKey, "The key"),
    refusals: [404, 409],
    answer: (services, c, { device_id: id }) => revealIngestKey(services, c.var, id),
  }),
};
