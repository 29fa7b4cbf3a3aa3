import type { Child } from "hono/jsx";
import type { HandedOut } from "../../../lib/sharing/handed-out.queries.ts";
import { SHARE_EXPIRY_DAYS_DEFAULT } from "../../../lib/sharing/share-link.ts";
import { API_SCOPES, type Plan, SHARE_EXPIRY_DAYS, SHARE_SCOPES } from "../../../schema/vocabulary.ts";
import { NewApiKey, NewInboundToken, NewShareLink } from "../../../schema/wire/account/keys.ts";
import type { ShownOnce } from "../form-note.ts";
import type { Teller } from "../format/teller.ts";
import { CopyButton } from "./copy-button.tsx";
import { Ask, Choice, Field, Form, optionsOf, Press, Tick } from "./fields.tsx";
import { List, Row, Section } from "./list.tsx";
import { QrCode } from "./qr-code.tsx";
import { Recipes } from "./recipe-texts.tsx";

type Facts<Item> = {
  items: readonly Item[];
  /** What was made just now: the only time that it is shown. */
  made: ShownOnce | undefined;
  baseUrl: string;
  teller: Teller;
};

type OutProps<Item> = Facts<Item> & {
  id: "links" | "keys" | "inbound";
  hint: Child;
  kind: ShownOnce["kind"];
  /** What a line says of an item, and what can be done beside ending it. */
  told: (item: Item) => string;
  more?: (item: Item) => Child;
  end: readonly [text: string, warning: string];
  /** How what was made is used. */
  use: (token: string, secret: string | null | undefined) => Child;
  children?: Child;
};

/** Things of one kind that open the home to others: what was made, what there is with its end, and another one. */
function Out<Item extends { id: string; name: string; hint: string }>(props: OutProps<Item>) {
  const { id, items, hint, made, kind, told, more, end, use, baseUrl, teller, children } = props;
  const { sharing: words, device } = teller.words;
  const isMade = made !== undefined && "token" in made && made.kind === kind;
  const text = !isMade ? "" : kind === "link" ? `${baseUrl}/s/${made.token}` : made.token;
  return (
    <Section id={id} title={words[id]}>
      <p class="hint">{hint}</p>
      {isMade ? (
        <div class="note done" role="status">
          <div>
            <p>{words.made}</p>
            <code class="key" id="made">
              {text}
            </code>
            <div class="row">
              <CopyButton of="made" words={device} />
              {text.startsWith("http") ? <SendOn text={text} teller={teller} /> : null}
            </div>
            {use(made.token, made.secret)}
          </div>
        </div>
      ) : null}
      <List>
        {items.length === 0 && id === "links" ? <li class="hint">{words.none}</li> : null}
        {items.map((item) => (
          <Row title={item.name} hint={`…${item.hint}${told(item)}`}>
            {more?.(item)}
            <Ask action={`/sharing/${id}/${item.id}/end`} text={end[0]} of={item.name} warning={end[1]} />
          </Row>
        ))}
      </List>
      {children}
    </Section>
  );
}

/** An address can be sent on, or scanned by another phone's camera. */
const SendOn = ({ text, teller: { words } }: { text: string; teller: Teller }) => (
  <>
    <p>
      <button type="button" class="second" data-share="made" hidden>
        {words.sharing.send}
      </button>
    </p>
    <details>
      <summary class="button second">{words.device.qr}</summary>
      <QrCode text={text} label={words.device.qr} />
    </details>
  </>
);

export function ShareLinks(facts: Facts<HandedOut["share_links"][number]> & { plan: Plan; name: string }) {
  const { items, plan, name, teller } = facts;
  const { sharing: words, elsewhere, settings } = teller.words;
  const days = SHARE_EXPIRY_DAYS.map((count) => [String(count), words.dayCount(count)] as const);
  const isFull = plan !== "pro" && items.some(({ suspended_because: suspended }) => suspended === null);
  return (
    <Out
      {...facts}
      id="links"
      kind="link"
      hint={`${words.linksHint} ${elsewhere.offer}`}
      told={({ scope, expires_at: end, suspended_because: suspended }) =>
        ` · ${words.scopes[scope]} · ${end === null ? words.unending : words.until(teller.date(new Date(end)))}${suspended === null ? "" : ` · ${words.suspended}`}`
      }
      end={[words.end, words.endWarning]}
      use={(token) => (
        <div class="row">
          <a class="button" href={`/s/${token}`}>
            {words.open}
          </a>
          <a class="button second" href={`/s/${token}/elsewhere`}>
            {elsewhere.title}
          </a>
        </div>
      )}
    >
      {isFull ? (
        <p class="hint">
          {words.oneLink} <a href="/settings/plan">{settings.plan}</a>
        </p>
      ) : (
        <Form action="/sharing/links" shape={NewShareLink} class="stack" prefix="link">
          <Field label={teller.words.device.name} name="name" value={name} />
          <Choice
            label={words.scope}
            name="scope"
            value="live"
            options={optionsOf(plan === "pro" ? SHARE_SCOPES : ["live"], words.scopes)}
          />
          <Choice
            label={words.days}
            name="expires_in_days"
            value={String(SHARE_EXPIRY_DAYS_DEFAULT)}
            options={plan === "pro" ? [...days, ["never", words.never]] : days}
          />
          <button type="submit">{words.make}</button>
        </Form>
      )}
    </Out>
  );
}

/** What only Pro has, and what its keepers alone see. */
type Kept = { verdict: "yes" | "role" | "plan" };

const hintOf = (text: string, { verdict }: Kept, { words: { sharing } }: Teller): Child =>
  verdict === "plan" ? (
    <>
      {text} <a href="/settings/plan">{sharing.proOnly}</a>
    </>
  ) : (
    text
  );

export function ApiKeys(facts: Facts<HandedOut["api_keys"][number]> & Kept) {
  const { verdict, baseUrl, teller } = facts;
  const { sharing: words } = teller.words;
  if (verdict === "role") return null;
  return (
    <Out
      {...facts}
      id="keys"
      kind="key"
      hint={hintOf(words.keysHint, facts, teller)}
      told={({ scope, last_used_at: used }) =>
        ` · ${words.keyScopes[scope]} · ${used === null ? words.unused : words.used(teller.ago(new Date(used)))}`
      }
      end={[words.revoke, words.revokeWarning]}
      use={(token) => (
        <>
          <pre>{`curl -H "Authorization: Bearer ${token}" ${baseUrl}/api/v1/devices`}</pre>
          <details class="figures">
            <summary>{words.recipes}</summary>
            <Recipes facts={{ baseUrl, key: token, sensorId: "SENSOR_ID" }} />
          </details>
        </>
      )}
    >
      {verdict === "yes" ? (
        <>
          <p>
            <a href="/sharing/recipes">{words.recipes}</a>
          </p>
          <Form action="/sharing/keys" shape={NewApiKey} class="stack" prefix="key">
            <Field label={teller.words.device.name} name="name" />
            <Choice
              label={words.access}
              name="scope"
              value="read"
              options={optionsOf(API_SCOPES, words.keyScopes)}
            />
            <button type="submit" class="second">
              {words.makeKey}
            </button>
          </Form>
        </>
      ) : null}
    </Out>
  );
}

export function InboundTokens(facts: Facts<HandedOut["inbound_tokens"][number]> & Kept) {
  const { verdict, teller } = facts;
  const { sharing: words } = teller.words;
  if (verdict === "role") return null;
  return (
    <Out
      {...facts}
      id="inbound"
      kind="inbound"
      hint={hintOf(words.inboundHint, facts, teller)}
      told={({ signed, requires_timestamp: timed }) =>
        signed ? ` · ${words.signed} · ${timed ? words.timed : words.untimed}` : ""
      }
      more={({ id, name, signed, requires_timestamp: timed }) => (
        <>
          <a
            class="button second"
            href={`/sharing/inbound/${id}`}
            aria-label={`${words.tryInbound}: ${name}`}
          >
            {words.tryInbound}
          </a>
          {signed ? (
            <Press
              action={`/sharing/inbound/${id}/timestamp`}
              name="requires_timestamp"
              value={timed ? "no" : "yes"}
              text={timed ? words.allowUntimed : words.requireTimed}
              kind="second"
            />
          ) : null}
        </>
      )}
      end={[words.revokeToken, words.revokeWarning]}
      use={(token, secret) =>
        secret == null ? (
          <pre>{`curl -d '{"action": "snooze", "hours": 4}' ${token}`}</pre>
        ) : (
          <p>
            {words.secret}: <code class="key">{secret}</code>
          </p>
        )
      }
    >
      {verdict === "yes" ? (
        <Form action="/sharing/inbound" shape={NewInboundToken} class="stack" prefix="token">
          <Field label={teller.words.device.name} name="name" />
          <Tick label={words.signed} name="with_signing_secret" />
          <button type="submit" class="second">
            {words.makeToken}
          </button>
        </Form>
      ) : null}
    </Out>
  );
}
