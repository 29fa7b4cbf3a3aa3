import type { Child } from "hono/jsx";
import { may } from "../../lib/people/entitlement.ts";
import { listApiKeys } from "../../lib/people/handed-out.queries.ts";
import { createApiKey, revokeKey } from "../../lib/people/keys.actions.ts";
import { createInboundToken, createShareLink } from "../../lib/sharing/create-links.actions.ts";
import { listInboundTokens, listShareLinks } from "../../lib/sharing/own-links.queries.ts";
import { SHARE_EXPIRY_DAYS_DEFAULT } from "../../lib/sharing/share-link.ts";
import { API_SCOPES, SHARE_EXPIRY_DAYS, SHARE_SCOPES } from "../../schema/vocabulary.ts";
import { NewApiKey, NewInboundToken, NewShareLink } from "../../schema/wire/account/keys.ts";
import type { Shape } from "../_http/validate.ts";
import { Choice, Field, Form, type Option, optionsOf, Tick, useShown } from "./components/fields.tsx";
import { Copied, Go, List, QrCode, ScriptButton, Section, Start, Unfold } from "./components/list.tsx";
import { useTeller, useVerdict } from "./format/teller.tsx";
import { idIn, type Site } from "./site.ts";

const PATH = "/sharing";

/** The rights by kind to create entries, and to see and end them. */
const RIGHTS = { links: "manage_share_links", keys: "manage_api_keys", inbound: "manage_inbound" } as const;
const ENDING = { links: RIGHTS.links, keys: "revoke_keys", inbound: "revoke_keys" } as const;
const KINDS = { links: "share_links", keys: "api_keys", inbound: "inbound_tokens" } as const;
type Kind = keyof typeof KINDS;

/** `/sharing`: share links, API keys and inbound tokens. */
export function sharingPages({ services, page }: Site): void {
  const { form, act } = page(PATH, RIGHTS.links, {
    place: "sharing",
    isWide: true,
    load: (c) => {
      const { householdId, member } = c.var;
      const isKeeper = may("revoke_keys", member) === "yes";
      return {
        links: listShareLinks(services.db, householdId, services.clock()),
        keys: isKeeper ? listApiKeys(services.db, householdId) : [],
        inbound: isKeeper ? listInboundTokens(services.db, householdId) : [],
      };
    },
    view: ({ links, keys, inbound }, { c, words: all, teller: { date, ago } }) => {
      const { sharing: words, elsewhere, settings, owner } = all;
      const isPro = c.var.member.plan === "pro";
      const days = SHARE_EXPIRY_DAYS.map((count): Option => [String(count), words.dayCount(count)]);
      const isFull = !isPro && links.some(({ suspended_because: suspended }) => suspended === null);
      const full = (
        <p class="hint">
          {words.oneLink} <a href="/settings/plan">{settings.plan}</a>
        </p>
      );
      return (
        <div class="columns">
          <Out
            id="links"
            items={links.map(({ scope, expires_at: end, suspended_because: suspended, ...link }) => ({
              ...link,
              facts: [
                words.scopes[scope],
                end === null ? words.unending : words.until(date(end)),
                suspended !== null && words.suspended,
              ],
            }))}
            use={(link) => (
              <div class="row">
                <Start href={link}>{words.open}</Start>
                <Go href={`${link}/elsewhere`}>{elsewhere.title}</Go>
              </div>
            )}
            lead={isFull && full}
            shape={isFull ? null : NewShareLink}
          >
            <Field name="name" value={c.var.home?.name ?? owner.places.home} />
            <Choice name="scope" options={optionsOf(isPro ? SHARE_SCOPES : ["live"], words.scopes)} />
            <Choice
              name="expires_in_days"
              value={SHARE_EXPIRY_DAYS_DEFAULT}
              options={isPro ? [...days, ["", words.never]] : days}
            />
          </Out>
          <Out
            id="keys"
            items={keys.map(({ scope, last_used_at: used, ...key }) => ({
              ...key,
              facts: [words.keyScopes[scope], used === null ? words.unused : words.used(ago(used))],
            }))}
            use={(key) => (
              <pre>{`curl -H "Authorization: Bearer ${key}" ${services.baseUrl}/api/v1/devices`}</pre>
            )}
            lead={
              <p>
                <a href="/docs/integrations">{words.recipes}</a>
              </p>
            }
            shape={NewApiKey}
          >
            <Field name="name" />
            <Choice label={words.access} name="scope" options={optionsOf(API_SCOPES, words.keyScopes)} />
          </Out>
          <Out
            id="inbound"
            items={inbound.map(({ signed, ...token }) => ({ ...token, facts: [signed && words.signed] }))}
            use={(address, secret) =>
              secret == null ? (
                <pre>{`curl -d '{"action": "snooze", "hours": 4}' ${address}`}</pre>
              ) : (
                <>
                  <p>{words.secret}</p>
                  <Copied of="secret" text={secret} />
                </>
              )
            }
            shape={NewInboundToken}
          >
            <Field name="name" />
            <Tick label={words.signed} name="with_signing_secret" />
          </Out>
        </div>
      );
    },
  });
  act(`${PATH}/links`, RIGHTS.links, NewShareLink, createShareLink, ({ token }) => ({
    kind: "links",
    text: `${services.baseUrl}/s/${token}`,
  }));
  act(`${PATH}/keys`, RIGHTS.keys, NewApiKey, createApiKey, ({ secret: text }) => ({ kind: "keys", text }));
  act(`${PATH}/inbound`, RIGHTS.inbound, NewInboundToken, createInboundToken, ({ url: text, secret }) => ({
    kind: "inbound",
    text,
    secret,
  }));
  for (const path of Object.keys(KINDS) as Kind[])
    form(`${PATH}/${path}/:id/end`, ENDING[path], {
      run: (c) => revokeKey(services, c.var, { kind: KINDS[path], id: idIn(c) }),
      done: "removed",
    });
}

type OutProps = {
  id: Kind;
  items: readonly { id: string; name: string; hint: string; facts: readonly (string | false)[] }[];
  /** Shows how to use the new link, key or token, which is shown only once. */
  use: (text: string, secret: string | null | undefined) => Child;
  lead?: Child;
  /** The schema of the form for a new entry; null if no more can be created. */
  shape: Shape | null;
  children: Child;
};

function Out({ id, items, use, lead, shape, children }: OutProps) {
  const made = useShown(id);
  const { sharing: words, device } = useTeller().words;
  const verdict = useVerdict(RIGHTS[id]);
  if (verdict === "role") return null;
  const offer = verdict !== "yes" && [" ", <a href="/settings/plan">{words.proOnly}</a>];
  return (
    <Section id={id} title={words[id]} hint={[words[`${id}Hint`], offer]}>
      {made && (
        <div class="note done" role="status">
          <div>
            <p>{words.made}</p>
            <Copied of="made" text={made.text} />
            {/* A URL can be shared, or scanned with another phone's camera. */}
            {made.text.startsWith("http") && (
              <div class="row">
                <ScriptButton text={words.send} data-share="made" />
                <Unfold text={device.qr}>
                  <QrCode text={made.text} label={device.qr} />
                </Unfold>
              </div>
            )}
            {use(made.text, made.secret)}
          </div>
        </div>
      )}
      <List items={items} empty={id === "links" ? <p class="hint">{words.none}</p> : null}>
        {(item) => ({
          title: item.name,
          facts: [`…${item.hint}`, ...item.facts],
          ask: {
            action: `${PATH}/${id}/${item.id}/end`,
            text: words[`${id}End`],
            warning: words[id === "links" ? "endWarning" : "revokeWarning"],
          },
        })}
      </List>
      {verdict === "yes" && lead}
      {verdict === "yes" && shape && (
        <Form
          action={`${PATH}/${id}`}
          shape={shape}
          labels={words}
          submit={words[`${id}Make`]}
          kind={id === "links" ? "first" : "second"}
        >
          {children}
        </Form>
      )}
    </Section>
  );
}
