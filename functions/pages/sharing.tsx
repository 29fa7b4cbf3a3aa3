import { listApiKeys } from "../../lib/people/api-keys.queries.ts";
import { may } from "../../lib/people/entitlement.ts";
import { createApiKey, revokeKey } from "../../lib/people/keys.actions.ts";
import { createShareLink } from "../../lib/sharing/create-share-link.actions.ts";
import { listInboundTokens } from "../../lib/sharing/inbound/own-inbound-tokens.queries.ts";
import { createInboundToken } from "../../lib/sharing/inbound/tokens.actions.ts";
import { listShareLinks } from "../../lib/sharing/own-share-links.queries.ts";
import { NewApiKey, NewInboundToken, NewShareLink } from "../../schema/wire/account/keys.ts";
import { ApiKeys, InboundTokens, ShareLinks } from "./components/handed-out.tsx";
import { shownOnce } from "./form-note.ts";
import { readAs } from "./form-shape.ts";
import { idIn } from "./session.ts";
import type { Site } from "./site.ts";
import { together } from "./together.ts";

const PATH = "/sharing";

const ENDS = [
  ["links", "share_links", "manage_share_links"],
  ["keys", "api_keys", "manage_api_keys"],
  ["inbound", "inbound_tokens", "manage_inbound"],
] as const;

/** `/sharing`: family links, API keys and inbound tokens. */
export function sharingPages({ services, page }: Site): void {
  const { form } = page(PATH, "manage_share_links", {
    place: "sharing",
    isWide: true,
    title: ({ owner }) => owner.places.sharing,
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
  form(`${PATH}/links`, "manage_share_links", {
    shape: NewShareLink,
    wish: (sent) => ({
      ...readAs(NewShareLink, sent),
      ...(sent.text("expires_in_days") === "never" ? { expires_in_days: null } : {}),
    }),
    run: (c, link) => createShareLink(services, c.var, link),
    done: (c, { token }) => shownOnce(c, PATH, { kind: "links", text: `${services.baseUrl}/s/${token}` }),
  });
  form(`${PATH}/keys`, "manage_api_keys", {
    shape: NewApiKey,
    run: (c, key) => createApiKey(services, c.var, key),
    done: (c, { secret: text }) => shownOnce(c, PATH, { kind: "keys", text }),
  });
  form(`${PATH}/inbound`, "manage_inbound", {
    shape: NewInboundToken,
    run: (c, token) => createInboundToken(services, c.var, token),
    done: (c, { url: text, secret }) => shownOnce(c, PATH, { kind: "inbound", text, secret }),
  });
  for (const [path, kind, right] of ENDS)
    form(`${PATH}/${path}/:id/end`, right, {
      run: (c) => revokeKey(services, c.var, { kind, id: idIn(c) }),
      done: "removed",
    });
}
