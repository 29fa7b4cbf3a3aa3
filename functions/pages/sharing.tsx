import { listApiKeys } from "../../lib/people/api-keys.queries.ts";
import { may } from "../../lib/people/entitlement.ts";
import { createApiKey, revokeKey } from "../../lib/people/keys.actions.ts";
import { createInboundToken, createShareLink } from "../../lib/sharing/create-links.actions.ts";
import { listInboundTokens, listShareLinks } from "../../lib/sharing/own-links.queries.ts";
import { NewApiKey, NewInboundToken, NewShareLink } from "../../schema/wire/account/keys.ts";
import { ApiKeys, InboundTokens, ShareLinks } from "./components/handed-out.tsx";
import { idIn, type Site, together } from "./site.ts";

const PATH = "/sharing";

const ENDS = [
  ["links", "share_links", "manage_share_links"],
  ["keys", "api_keys", "manage_api_keys"],
  ["inbound", "inbound_tokens", "manage_inbound"],
] as const;

/** `/sharing`: family links, API keys and inbound tokens. */
export function sharingPages({ services, page }: Site): void {
  const { form, act } = page(PATH, "manage_share_links", {
    place: "sharing",
    isWide: true,
    load: (c) => {
      const { householdId, member } = c.var;
      return together({
        links: listShareLinks(services.db, householdId, services.clock()),
        keys: may("manage_api_keys", member) === "yes" ? listApiKeys(services.db, householdId) : [],
        inbound: may("manage_inbound", member) === "yes" ? listInboundTokens(services.db, householdId) : [],
      });
    },
    view: ({ links, keys, inbound }, { c, words, note }) => {
      const made = note?.shown;
      return (
        <div class="columns">
          <ShareLinks items={links} made={made} name={c.var.home?.name ?? words.owner.places.home} />
          <ApiKeys items={keys} made={made} baseUrl={services.baseUrl} />
          <InboundTokens items={inbound} made={made} />
        </div>
      );
    },
  });
  act(
    `${PATH}/links`,
    "manage_share_links",
    createShareLink,
    ({ token }) => ({ kind: "links", text: `${services.baseUrl}/s/${token}` }),
    NewShareLink,
  );
  act(
    `${PATH}/keys`,
    "manage_api_keys",
    createApiKey,
    ({ secret: text }) => ({ kind: "keys", text }),
    NewApiKey,
  );
  act(
    `${PATH}/inbound`,
    "manage_inbound",
    createInboundToken,
    ({ url: text, secret }) => ({ kind: "inbound", text, secret }),
    NewInboundToken,
  );
  for (const [path, kind, right] of ENDS)
    form(`${PATH}/${path}/:id/end`, right, {
      run: (c) => revokeKey(services, c.var, { kind, id: idIn(c) }),
      done: "removed",
    });
}
