import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { listApiKeys } from "../../lib/people/api-keys.queries.ts";
import { may } from "../../lib/people/entitlement.ts";
import { createApiKey, revokeAllKeys, revokeKey } from "../../lib/people/keys.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { createShareLink } from "../../lib/sharing/create-share-link.actions.ts";
import { listHandedOut } from "../../lib/sharing/handed-out.queries.ts";
import { listInboundTokens } from "../../lib/sharing/inbound/own-inbound-tokens.queries.ts";
import {
  changeInboundToken,
  createInboundToken,
  type InboundTokenPorts,
} from "../../lib/sharing/inbound/tokens.actions.ts";
import { listShareLinks } from "../../lib/sharing/own-share-links.queries.ts";
import { NewApiKey, NewInboundToken, NewShareLink } from "../../schema/wire/account/keys.ts";
import { Sure } from "./components/end-panel.tsx";
import { Handed } from "./components/handed-out.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { formsOn, idIn } from "./form-action.ts";
import { shownOnce } from "./form-note.ts";
import { ownerPage } from "./owner-page.tsx";
import { type PageEnv, pageMay, proveFirst } from "./session.ts";

const ENDS = [
  ["links", "share_links", "manage_share_links"],
  ["keys", "api_keys", "manage_api_keys"],
  ["inbound", "inbound_tokens", "manage_inbound"],
] as const;

const SHARING = "/sharing";
const PATH = "/sharing/revoke-all";

/** `/sharing`: family links, API keys and inbound tokens. */
export function sharingPages(ports: InboundTokenPorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  routes.get(SHARING, guard, pageMay("manage_share_links"), (c) => sharingPage(c, ports));
  forms(`${SHARING}/links`, pageMay("manage_share_links"), {
    page: SHARING,
    shape: NewShareLink,
    wish: ({ text, number }) => ({
      name: text("name"),
      scope: text("scope"),
      expires_in_days: text("days") === "never" ? null : number("days"),
    }),
    run: (c, link) => createShareLink(ports, c.var, link),
    done: (c, { token }) => shownOnce(c, SHARING, { kind: "link", token }),
  });
  forms(`${SHARING}/keys`, pageMay("manage_api_keys"), {
    page: SHARING,
    shape: NewApiKey,
    wish: ({ text }) => ({ name: text("name"), scope: text("scope") }),
    run: (c, key) => createApiKey(ports, c.var, key),
    done: (c, { secret: token }) => shownOnce(c, SHARING, { kind: "key", token }),
  });
  forms(`${SHARING}/inbound`, pageMay("manage_inbound"), {
    page: SHARING,
    shape: NewInboundToken,
    wish: ({ text, has }) => ({ name: text("name"), with_signing_secret: has("signed") }),
    run: (c, { name, with_signing_secret: signed, requires_timestamp: timed }) =>
      createInboundToken(ports, c.var, { name, signed, requiresTimestamp: signed && timed }),
    done: (c, { url, signing_secret: secret = null }) =>
      shownOnce(c, SHARING, { kind: "inbound", token: url, secret }),
  });
  forms(`${SHARING}/inbound/:id/timestamp`, pageMay("manage_inbound"), {
    page: SHARING,
    run: (c, _, { text }) =>
      changeInboundToken(ports, c.var, { id: idIn(c), requiresTimestamp: text("required") === "yes" }),
    done: "saved",
  });
  for (const [path, kind, action] of ENDS)
    forms(`${SHARING}/${path}/:id/end`, pageMay(action), {
      page: SHARING,
      run: (c) => revokeKey(ports, c.var, { kind, id: idIn(c) }),
      done: "removed",
    });
  return routes;
}

async function sharingPage(c: Context<PageEnv>, ports: InboundTokenPorts) {
  const now = ports.clock();
  const { householdId } = c.var.member;
  const { frame, words, teller, note } = ownerPage(c, now, "sharing");
  const [keys, tokens] = [may("manage_api_keys", c.var.member), may("manage_inbound", c.var.member)];
  const [links, apiKeys, inbound] = await Promise.all([
    listShareLinks(ports.db, householdId, now),
    keys === "yes" ? listApiKeys(ports.db, householdId) : [],
    tokens === "yes" ? listInboundTokens(ports.db, householdId) : [],
  ]);
  return c.html(
    <OwnerFrame {...frame} isWide title={words.sharing.title}>
      <Handed
        links={links}
        apiKeys={apiKeys}
        inbound={inbound}
        keys={keys}
        tokens={tokens}
        made={note?.shown}
        teller={teller}
        baseUrl={ports.baseUrl}
        plan={c.var.member.plan}
        homeName={c.var.home?.name ?? words.owner.places.home}
      />
      {may("manage_members", c.var.member) === "yes" ? (
        <p>
          <a class="button second" href="/sharing/revoke-all">
            {words.revokeAll.open}
          </a>
        </p>
      ) : null}
    </OwnerFrame>,
  );
}

/** `/sharing/revoke-all`: how much opens the home without a session, and the button that ends all of it. */
export function revokeAllPages(ports: Pick<Services, "db" | "clock">, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  const forms = formsOn(routes, guard);
  routes.get(PATH, guard, pageMay("manage_members"), async (c) => {
    const now = ports.clock();
    if (!isProved(c.var.member, now)) return proveFirst(c, PATH);
    const { householdId } = c.var.member;
    const out = await listHandedOut(ports.db, { householdId, by: null, now });
    const { frame, words } = ownerPage(c, now, "sharing");
    const { revokeAll, sharing } = words;
    return c.html(
      <OwnerFrame {...frame} title={revokeAll.title} up="sharing">
        <Sure action={PATH} text={revokeAll.sure} back="/sharing" words={words}>
          <p>{revokeAll.lead}</p>
          <ul>
            <li>{`${sharing.links}: ${out.share_links.length}`}</li>
            <li>{`${sharing.keys}: ${out.api_keys.length}`}</li>
            <li>{`${sharing.inbound}: ${out.inbound_tokens.length}`}</li>
          </ul>
        </Sure>
      </OwnerFrame>,
    );
  });
  forms(PATH, pageMay("manage_members"), {
    run: (c) => revokeAllKeys(ports, c.var, null),
    done: "revoked",
    to: SHARING,
  });
  return routes;
}
