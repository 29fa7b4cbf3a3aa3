import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Problem } from "../../lib/kernel/outcome.ts";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { listApiKeys, listHandedOut } from "../../lib/people/api-keys.queries.ts";
import { may } from "../../lib/people/entitlement.ts";
import { createApiKey, revokeAllKeys, revokeKey } from "../../lib/people/keys.actions.ts";
import { isProved } from "../../lib/people/sign-in.ts";
import { createShareLink } from "../../lib/sharing/create-share-link.actions.ts";
import { listInboundTokens } from "../../lib/sharing/inbound/inbound-tokens.queries.ts";
import {
  changeInboundToken,
  createInboundToken,
  type InboundTokenPorts,
} from "../../lib/sharing/inbound/tokens.actions.ts";
import { listShareLinks } from "../../lib/sharing/share-links.queries.ts";
import { NewApiKey, NewInboundToken, NewShareLink } from "../../schema/wire/account/keys.ts";
import { validate } from "../_http/validate.ts";
import { Sure } from "./components/end-panel.tsx";
import { Handed } from "./components/handed-out.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { type Form, readForm } from "./form.ts";
import { formRefused, shownOnce } from "./form-note.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { problemPage } from "./problem-page.tsx";
import { proveFirst } from "./prove.tsx";
import { type PageEnv, pageMay } from "./session.ts";

const ENDS = [
  ["links", "share_links", "manage_share_links"],
  ["keys", "api_keys", "manage_api_keys"],
  ["inbound", "inbound_tokens", "manage_inbound"],
] as const;

const PATH = "/sharing/revoke-all";

/** `/sharing`: family links, API keys and inbound tokens. */
export function sharingPages(ports: InboundTokenPorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.get("/sharing", guard, pageMay("manage_share_links"), (c) => sharingPage(c, ports));
  routes.post("/sharing/links", guard, pageMay("manage_share_links"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const { text } = form.value;
    const days = text("days") === "never" ? null : Number(text("days"));
    const wish = validate(NewShareLink, { name: text("name"), scope: text("scope"), expires_in_days: days });
    if (!wish.ok) return formRefused(c, "/sharing", wish.problem, form.value);
    const made = await createShareLink(ports, c.var, wish.value);
    if (!made.ok) return notMade(c, made.problem, form.value);
    return shownOnce(c, "/sharing", { kind: "link", token: made.value.token });
  });
  routes.post("/sharing/keys", guard, pageMay("manage_api_keys"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const wish = validate(NewApiKey, { name: form.value.text("name"), scope: form.value.text("scope") });
    if (!wish.ok) return formRefused(c, "/sharing", wish.problem, form.value);
    const made = await createApiKey(ports, c.var, wish.value);
    if (!made.ok) return notMade(c, made.problem, form.value);
    return shownOnce(c, "/sharing", { kind: "key", token: made.value.secret });
  });
  routes.post("/sharing/inbound", guard, pageMay("manage_inbound"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const signed = form.value.has("signed");
    const wish = validate(NewInboundToken, { name: form.value.text("name"), with_signing_secret: signed });
    if (!wish.ok) return formRefused(c, "/sharing", wish.problem, form.value);
    const made = await createInboundToken(ports, c.var, {
      name: wish.value.name,
      signed,
      requiresTimestamp: signed && wish.value.requires_timestamp,
    });
    if (!made.ok) return formRefused(c, "/sharing", made.problem, form.value);
    const { url, signing_secret: secret = null } = made.value;
    return shownOnce(c, "/sharing", { kind: "inbound", token: url, secret });
  });
  routes.post("/sharing/inbound/:id/timestamp", guard, pageMay("manage_inbound"), async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const change = { id: c.req.param("id"), requiresTimestamp: form.value.text("required") === "yes" };
    const changed = await changeInboundToken(ports, c.var, change);
    return changed.ok ? doneAt(c, "/sharing", "saved") : formRefused(c, "/sharing", changed.problem);
  });
  addEnds(routes, ports, guard);
  return routes;
}

function addEnds(routes: Hono<PageEnv>, ports: InboundTokenPorts, guard: MiddlewareHandler<PageEnv>): void {
  for (const [path, kind, action] of ENDS) {
    routes.post(`/sharing/${path}/:id/end`, guard, pageMay(action), async (c) => {
      const ended = await revokeKey(ports, c.var, { kind, id: c.req.param("id") });
      return ended.ok ? doneAt(c, "/sharing", "removed") : formRefused(c, "/sharing", ended.problem);
    });
  }
}

/** Anything that outlives the session requires a confirmed identity; every other refusal is shown beside the form. */
const notMade = (c: Context<PageEnv>, problem: Problem, form: Form): Response | Promise<Response> =>
  problem.name === "prove_again" ? proveFirst(c, "/sharing") : formRefused(c, "/sharing", problem, form);

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
  routes.post(PATH, guard, pageMay("manage_members"), async (c) => {
    const revoked = await revokeAllKeys(ports, c.var, null);
    if (revoked.ok) return doneAt(c, "/sharing", "revoked");
    return revoked.problem.name === "prove_again"
      ? proveFirst(c, PATH)
      : formRefused(c, "/sharing", revoked.problem);
  });
  return routes;
}
