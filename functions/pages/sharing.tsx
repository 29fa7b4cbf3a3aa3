import { done } from "../../lib/kernel/outcome.ts";
import { listApiKeys } from "../../lib/people/api-keys.queries.ts";
import { may } from "../../lib/people/entitlement.ts";
import { createApiKey, revokeAllKeys, revokeKey } from "../../lib/people/keys.actions.ts";
import { createShareLink } from "../../lib/sharing/create-share-link.actions.ts";
import { listHandedOut } from "../../lib/sharing/handed-out.queries.ts";
import { listInboundTokens } from "../../lib/sharing/inbound/own-inbound-tokens.queries.ts";
import { changeInboundToken, createInboundToken } from "../../lib/sharing/inbound/tokens.actions.ts";
import { listShareLinks } from "../../lib/sharing/own-share-links.queries.ts";
import { NewApiKey, NewInboundToken, NewShareLink } from "../../schema/wire/account/keys.ts";
import { Sure } from "./components/end-panel.tsx";
import { Handed } from "./components/handed-out.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { idIn } from "./form-action.ts";
import { shownOnce } from "./form-note.ts";
import type { Site } from "./site.ts";

const ENDS = [
  ["links", "share_links", "manage_share_links"],
  ["keys", "api_keys", "manage_api_keys"],
  ["inbound", "inbound_tokens", "manage_inbound"],
] as const;

const SHARING = "/sharing";
const PATH = "/sharing/revoke-all";

/** `/sharing`: family links, API keys and inbound tokens. */
export function sharingPages({ services, page, form }: Site): void {
  page(SHARING, "manage_share_links", {
    place: "sharing",
    load: async (c) => {
      const { householdId } = c.var.member;
      const [keys, tokens] = [may("manage_api_keys", c.var.member), may("manage_inbound", c.var.member)];
      const [links, apiKeys, inbound] = await Promise.all([
        listShareLinks(services.db, householdId, services.clock()),
        keys === "yes" ? listApiKeys(services.db, householdId) : [],
        tokens === "yes" ? listInboundTokens(services.db, householdId) : [],
      ]);
      return done({ links, apiKeys, inbound, keys, tokens });
    },
    view: (shown, { c, frame, words, teller, note, mayDo }) => (
      <OwnerFrame {...frame} isWide title={words.sharing.title}>
        <Handed
          {...shown}
          made={note?.shown}
          teller={teller}
          baseUrl={services.baseUrl}
          plan={c.var.member.plan}
          homeName={frame.home?.name ?? words.owner.places.home}
        />
        {mayDo("manage_members") ? (
          <p>
            <a class="button second" href={PATH}>
              {words.revokeAll.open}
            </a>
          </p>
        ) : null}
      </OwnerFrame>
    ),
  });
  form(`${SHARING}/links`, "manage_share_links", {
    page: SHARING,
    shape: NewShareLink,
    wish: ({ text, number }) => ({
      name: text("name"),
      scope: text("scope"),
      expires_in_days: text("days") === "never" ? null : number("days"),
    }),
    run: (c, link) => createShareLink(services, c.var, link),
    done: (c, { token }) => shownOnce(c, SHARING, { kind: "link", token }),
  });
  form(`${SHARING}/keys`, "manage_api_keys", {
    page: SHARING,
    shape: NewApiKey,
    wish: ({ text }) => ({ name: text("name"), scope: text("scope") }),
    run: (c, key) => createApiKey(services, c.var, key),
    done: (c, { secret: token }) => shownOnce(c, SHARING, { kind: "key", token }),
  });
  form(`${SHARING}/inbound`, "manage_inbound", {
    page: SHARING,
    shape: NewInboundToken,
    wish: ({ text, has }) => ({ name: text("name"), with_signing_secret: has("signed") }),
    run: (c, { name, with_signing_secret: signed, requires_timestamp: timed }) =>
      createInboundToken(services, c.var, { name, signed, requiresTimestamp: signed && timed }),
    done: (c, { url, signing_secret: secret = null }) =>
      shownOnce(c, SHARING, { kind: "inbound", token: url, secret }),
  });
  form(`${SHARING}/inbound/:id/timestamp`, "manage_inbound", {
    page: SHARING,
    run: (c, _, { text }) =>
      changeInboundToken(services, c.var, { id: idIn(c), requiresTimestamp: text("required") === "yes" }),
    done: "saved",
  });
  for (const [path, kind, action] of ENDS)
    form(`${SHARING}/${path}/:id/end`, action, {
      page: SHARING,
      run: (c) => revokeKey(services, c.var, { kind, id: idIn(c) }),
      done: "removed",
    });
}

/** `/sharing/revoke-all`: how much opens the home without a session, and the button that ends all of it. */
export function revokeAllPages({ services, page, form }: Site): void {
  page(PATH, "manage_members", {
    place: "sharing",
    isProved: true,
    load: async (c) => {
      const { householdId } = c.var.member;
      return done(await listHandedOut(services.db, { householdId, by: null, now: services.clock() }));
    },
    view: (out, { frame, words }) => (
      <OwnerFrame {...frame} title={words.revokeAll.title} up="sharing">
        <Sure action={PATH} text={words.revokeAll.sure} back={SHARING} words={words}>
          <p>{words.revokeAll.lead}</p>
          <ul>
            <li>{`${words.sharing.links}: ${out.share_links.length}`}</li>
            <li>{`${words.sharing.keys}: ${out.api_keys.length}`}</li>
            <li>{`${words.sharing.inbound}: ${out.inbound_tokens.length}`}</li>
          </ul>
        </Sure>
      </OwnerFrame>
    ),
  });
  form(PATH, "manage_members", {
    run: (c) => revokeAllKeys(services, c.var, null),
    done: "revoked",
    to: SHARING,
  });
}
