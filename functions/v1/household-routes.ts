import { spend } from "../../lib/budget/spend.actions.ts";
import { revealIngestKey } from "../../lib/devices/ingest-keys.actions.ts";
import { issueEvidence } from "../../lib/evidence/issue-evidence.actions.ts";
import { exportArchive } from "../../lib/export/export.actions.ts";
import { allPlanLimits, planLimits } from "../../lib/export/plan-limits.ts";
import { tryFeed } from "../../lib/feeds/setup/pull-setup.actions.ts";
import { done } from "../../lib/kernel/outcome.ts";
import type { ZipFiles } from "../../lib/kernel/ports.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { changeHousehold, showHousehold } from "../../lib/people/home.actions.ts";
import { revokeKey } from "../../lib/people/keys.actions.ts";
import { createShareLink } from "../../lib/sharing/create-links.actions.ts";
import { listShareLinks } from "../../lib/sharing/own-links.queries.ts";
import { makes, shows } from "../../schema/openapi/route.ts";
import { HouseholdAnswer, HouseholdChange, PlanAnswer } from "../../schema/wire/account/household.ts";
import {
  NewShareLink,
  RevealedKey,
  RevealRequest,
  ShareLinkList,
  ShareLinkWithToken,
} from "../../schema/wire/account/keys.ts";
import { Evidence } from "../../schema/wire/evidence.ts";
import { FeedTrial, TriedFeed } from "../../schema/wire/pull-setup.ts";
import { Ok } from "../../schema/wire/text.ts";
import { byteStream, download } from "../_http/body.ts";
import { routesFor } from "../_http/mounted-routes.ts";
import { actingIn, pathId } from "../_http/require-session.ts";

const route = routesFor<Services & { zipFiles: ZipFiles }>();

/** The home, its plan, its export, and other operations for its people only. */
export const HOME_ROUTES = {
  "household.get": route({
    on: "GET /api/v1/household",
    may: "read_home",
    summary: "Get the home",
    about: "`plan` is the current plan, `chosen_plan` the one after the trial.",
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
    answer: (services, c) => showHousehold(services, c.var.member.householdId),
  }),
  "household.update": route({
    on: "PATCH /api/v1/household",
    may: "manage_household",
    body: HouseholdChange,
    summary: "Update the home",
    about:
      "Fields you omit keep their value. Forecasts need a place; set `latitude` and `longitude` together.",
    answers: shows(HouseholdAnswer, "The home"),
    refusals: [404],
    answer: (services, c, change) => changeHousehold(services, c.var, change),
  }),
  "plan.get": route({
    on: "GET /api/v1/plan",
    may: "read_home",
    summary: "Get the plan",
    about:
      "`plan` is the current plan, `chosen_plan` the one after the trial. A limit of `null` means no limit.",
    answers: shows(PlanAnswer, "The plan"),
    refusals: [404],
    answer: async (services, c) => {
      const home = await showHousehold(services, c.var.member.householdId);
      if (!home.ok) return home;
      const { plan, chosen_plan, trial_ends_at } = home.value.household;
      return done({ plan, chosen_plan, trial_ends_at, limits: planLimits(plan), plans: allPlanLimits() });
    },
  }),
  "household.exportArchive": route({
    on: "GET /api/v1/household/export.zip",
    may: "export_household",
    proof: true,
    summary: "Export the home's data",
    about:
      "Returns a ZIP with a JSON file for each kind of record, and each device's readings as CSV. Keys, tokens" +
      " and encrypted values are left out. The ZIP is streamed without a length. Confirm your identity first:" +
      " `POST /api/account/session/prove` within the last 10 minutes.",
    answers: { 200: { description: "The archive", types: ["application/zip"] } },
    refusals: [429],
    answer: async (services, c) => {
      const spent = await spend(services, actingIn(c.var), "export");
      if (!spent.ok) return spent;
      const files = services.zipFiles(exportArchive(services, c.var.member.householdId));
      return c.body(byteStream(files, services.report), 200, download("home.zip", "application/zip"));
    },
  }),
  "feeds.try": route({
    on: "POST /api/v1/feeds/try",
    only: true,
    may: "manage_feeds",
    body: FeedTrial,
    summary: "Try a feed",
    about:
      "Fetches it once, returns the readings, and saves nothing. The address must be public, as for a saved feed.",
    answers: shows(TriedFeed, "The readings, or the reason why there are none"),
    answer: (services, c, trial) => tryFeed(services, actingIn(c.var), trial),
  }),
  "alerts.getEvidence": route({
    on: "GET /api/v1/alerts/:id/evidence",
    may: "read_evidence",
    summary: "Get an alert's evidence",
    about:
      "Returns a document for insurers and landlords, on every plan. Owners and managers only. It holds the readings around the alert, every decision with its settings, every message, and who did what. It is signed with Ed25519 over its canonical form (RFC 8785). Its number stays the same until something changes.",
    answers: shows(Evidence, "The document and its signature"),
    answer: async (services, c) => {
      const { householdId } = c.var.member;
      const issued = await issueEvidence(services, { householdId, alertId: pathId(c) });
      if (issued.ok)
        c.header(
          "Content-Disposition",
          `attachment; filename="hearthwatch-${issued.value.document.id}.json"`,
        );
      return issued;
    },
  }),
};

const LINKS = "/api/v1/share-links";

/** Share links, and revealing a device's ingest key at the specification's path. */
export const KEYS = {
  "shareLinks.list": route({
    on: `GET ${LINKS}`,
    may: "manage_share_links",
    summary: "List share links",
    about:
      "Not for viewers. Returns the valid ones without their tokens, newest first. `hint` is the end of the token.",
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
      "Not for viewers; some need the Pro plan. This answer shows the token, which can't be shown again: only its hash is stored.",
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
