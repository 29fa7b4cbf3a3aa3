import type { Child } from "hono/jsx";
import type { may } from "../../../lib/people/entitlement.ts";
import type { HandedOut as Listed } from "../../../lib/sharing/handed-out.queries.ts";
import { SHARE_EXPIRY_DAYS_DEFAULT } from "../../../lib/sharing/share-link.ts";
import { API_SCOPES, type Plan, SHARE_EXPIRY_DAYS, SHARE_SCOPES } from "../../../schema/vocabulary.ts";
import type { ShownOnce } from "../form-note.ts";
import type { Teller } from "../format/teller.ts";
import { CopyButton } from "./copy-button.tsx";
import { Ask, Choice, Field, Form, Press, Tick } from "./fields.tsx";
import { List, Row, Section } from "./list.tsx";
import { QrCode } from "./qr-code.tsx";
import { Recipes } from "./recipe-texts.tsx";

type Verdict = ReturnType<typeof may>;

type HandedOut = {
  links: Listed["share_links"];
  apiKeys: Listed["api_keys"];
  inbound: Listed["inbound_tokens"];
  keys: Verdict;
  tokens: Verdict;
  /** What was made just now: the only time that it is shown. */
  made: ShownOnce | undefined;
  baseUrl: string;
  plan: Plan;
  homeName: string;
  teller: Teller;
};

/** Everything that opens the home to others, and how to make and end it. */
export const Handed = (props: HandedOut) => (
  <div class="columns">
    <Links {...props} />
    <Keys {...props} />
    <Inbound {...props} />
  </div>
);

function Links({ links, made, baseUrl, plan, homeName, teller }: HandedOut) {
  const { sharing: words } = teller.words;
  const days = SHARE_EXPIRY_DAYS.map((count) => [String(count), words.dayCount(count)] as const);
  const scopes = plan === "pro" ? SHARE_SCOPES : (["live"] as const);
  const isFull = plan !== "pro" && links.some(({ suspended_because: suspended }) => suspended === null);
  return (
    <Section id="links" title={words.links} hint={words.linksHint}>
      <p class="hint">{teller.words.elsewhere.offer}</p>
      {made?.kind === "link" ? (
        <MadeNow text={`${baseUrl}/s/${made.token}`} teller={teller}>
          <div class="row">
            <a class="button" href={`/s/${made.token}`}>
              {words.open}
            </a>
            <a class="button second" href={`/s/${made.token}/elsewhere`}>
              {teller.words.elsewhere.title}
            </a>
          </div>
        </MadeNow>
      ) : null}
      <List>
        {links.length === 0 ? <li class="hint">{words.none}</li> : null}
        {links.map(({ id, name, scope, hint, expires_at: end, suspended_because: suspended }) => (
          <Row
            title={name}
            hint={
              <>
                {`…${hint} · ${words.scopes[scope]} · ${end === null ? words.unending : words.until(teller.date(new Date(end)))}`}
                {suspended === null ? null : ` · ${words.suspended}`}
              </>
            }
          >
            <Ask
              action={`/sharing/links/${id}/end`}
              text={words.end}
              label={`${words.end}: ${name}`}
              warning={words.endWarning}
            />
          </Row>
        ))}
      </List>
      {isFull ? (
        <p class="hint">
          {words.oneLink} <a href="/settings/plan">{teller.words.settings.plan}</a>
        </p>
      ) : (
        <Form action="/sharing/links" class="stack" prefix="link">
          <Field label={words.name} name="name" value={homeName} required />
          <Choice
            label={words.scope}
            name="scope"
            value="live"
            options={scopes.map((scope) => [scope, words.scopes[scope]] as const)}
          />
          <Choice
            label={words.days}
            name="days"
            value={String(SHARE_EXPIRY_DAYS_DEFAULT)}
            options={plan === "pro" ? [...days, ["never", words.never] as const] : days}
          />
          <button type="submit">{words.make}</button>
        </Form>
      )}
    </Section>
  );
}

type HintProps = { text: string; verdict: Verdict; words: Teller["words"]["sharing"] };

const Hint = ({ text, verdict, words }: HintProps) => (
  <p class="hint">
    {text} {verdict === "plan" ? <a href="/settings/plan">{words.proOnly}</a> : null}
  </p>
);

type MadeProps = { text: string; teller: Teller; children?: Child };

/** Copied, sent on or scanned while it can be seen; of an address also as a code for another phone's camera. */
const MadeNow = ({ text, teller: { words }, children }: MadeProps) => (
  <div class="note done" role="status">
    <div>
      <p>{words.sharing.made}</p>
      <code class="key" id="made">
        {text}
      </code>
      <div class="row">
        <CopyButton of="made" words={words.device} />
        {text.startsWith("http") ? (
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
        ) : null}
      </div>
      {children}
    </div>
  </div>
);

function Keys({ apiKeys, keys, made, baseUrl, teller }: HandedOut) {
  const { sharing: words } = teller.words;
  if (keys === "role") return null;
  return (
    <Section id="keys" title={words.keys}>
      <Hint text={words.keysHint} verdict={keys} words={words} />
      {made?.kind === "key" ? (
        <MadeNow text={made.token} teller={teller}>
          <pre>{`curl -H "Authorization: Bearer ${made.token}" ${baseUrl}/api/v1/devices`}</pre>
          <details class="figures">
            <summary>{words.recipes}</summary>
            <Recipes facts={{ baseUrl, key: made.token, sensorId: "SENSOR_ID" }} />
          </details>
        </MadeNow>
      ) : null}
      <List>
        {apiKeys.map(({ id, name, scope, hint, last_used_at: used }) => (
          <Row
            title={name}
            hint={`…${hint} · ${words.keyScopes[scope]} · ${used === null ? words.unused : words.used(teller.ago(new Date(used)))}`}
          >
            <Ask
              action={`/sharing/keys/${id}/end`}
              text={words.revoke}
              label={`${words.revoke}: ${name}`}
              warning={words.revokeWarning}
            />
          </Row>
        ))}
      </List>
      {keys === "yes" ? (
        <p>
          <a href="/sharing/recipes">{words.recipes}</a>
        </p>
      ) : null}
      {keys === "yes" ? (
        <Form action="/sharing/keys" class="stack" prefix="key">
          <Field label={words.name} name="name" required />
          <Choice
            label={words.access}
            name="scope"
            value="read"
            options={API_SCOPES.map((scope) => [scope, words.keyScopes[scope]] as const)}
          />
          <button type="submit" class="second">
            {words.makeKey}
          </button>
        </Form>
      ) : null}
    </Section>
  );
}

function Inbound({ inbound, tokens, made, teller }: HandedOut) {
  const { sharing: words } = teller.words;
  if (tokens === "role") return null;
  return (
    <Section id="inbound" title={words.inbound}>
      <Hint text={words.inboundHint} verdict={tokens} words={words} />
      {made?.kind === "inbound" ? (
        <MadeNow text={made.token} teller={teller}>
          {made.secret == null ? (
            <pre>{`curl -d '{"action": "snooze", "hours": 4}' ${made.token}`}</pre>
          ) : (
            <p>
              {words.secret}: <code class="key">{made.secret}</code>
            </p>
          )}
        </MadeNow>
      ) : null}
      <List>
        {inbound.map(({ id, name, hint, signed, requires_timestamp: timed }) => (
          <Row
            title={name}
            hint={`…${hint}${signed ? ` · ${words.signed} · ${timed ? words.timed : words.untimed}` : ""}`}
          >
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
                name="required"
                value={timed ? "no" : "yes"}
                text={timed ? words.allowUntimed : words.requireTimed}
                kind="second"
              />
            ) : null}
            <Ask
              action={`/sharing/inbound/${id}/end`}
              text={words.revokeToken}
              label={`${words.revokeToken}: ${name}`}
              warning={words.revokeWarning}
            />
          </Row>
        ))}
      </List>
      {tokens === "yes" ? (
        <Form action="/sharing/inbound" class="stack" prefix="token">
          <Field label={words.name} name="name" required />
          <Tick label={words.signed} name="signed" checked={false} />
          <button type="submit" class="second">
            {words.makeToken}
          </button>
        </Form>
      ) : null}
    </Section>
  );
}
