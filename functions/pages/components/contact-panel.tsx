import type { WebPush } from "../../../lib/kernel/ports.ts";
import type { Words } from "../../../lib/language/en/pages.ts";
import { CHAT_TO_COME, type ShownContact } from "../../../lib/messages/audience/shown-contact.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { AFTER_MINUTES, CALLED_CHANNELS, type Channel } from "../../../schema/vocabulary.ts";
import type { ShownOnce } from "../form-note.ts";
import type { Teller } from "../format/teller.ts";
import { Ask, Choice, Field, Form } from "./fields.tsx";
import { QrCode } from "./qr-code.tsx";

/** What a page may add; a number for texts has its own field, and only an app knows its push token. */
const ADDED: readonly Channel[] = [...CALLED_CHANNELS, "call", "webhook"];

type Props = {
  contacts: readonly ShownContact[];
  channels: Readonly<Record<Channel, "configured" | "not_configured">>;
  /** The signing key of the webhook that was just added. */
  shown: ShownOnce | undefined;
  teller: Teller;
  now: Date;
  /** True if the bot's name is known, so that a link can open it. */
  hasTelegram: boolean;
};

/** Other places where alerts arrive: what there is, what waits for its code, and one more. */
export function ContactPanel({ contacts, channels, shown, teller, now, hasTelegram }: Props) {
  const { notifications: text, alertPage } = teller.words;
  const options = ADDED.filter((channel) => channels[channel] === "configured").map(
    (channel) => [channel, text.contactKinds[channel] ?? alertPage.channels[channel]] as const,
  );
  const own = contacts.filter(({ channel }) => ADDED.includes(channel));
  return (
    <section class="panel narrow" aria-labelledby="contacts">
      <h2 id="contacts">{text.contactsTitle}</h2>
      {shown?.kind === "webhook" ? (
        <p class="callout">
          {text.signingKey} <code>{shown.secret}</code>
        </p>
      ) : null}
      {shown?.kind === "telegram" ? (
        <div class="callout">
          <p>{text.telegramHow}</p>
          <QrCode text={shown.url} label={text.telegramQr} />
          <div class="row">
            <a class="button" href={shown.url} rel="noreferrer">
              {text.telegramOpen}
            </a>
            <a class="button second" href={shown.groupUrl} rel="noreferrer">
              {text.telegramGroup}
            </a>
          </div>
        </div>
      ) : null}
      {own.length === 0 ? <p>{text.noContacts}</p> : null}
      {own.map(({ id, channel, address, state, previous_key_until: until, after_minutes: after }) => (
        <>
          <Form action={`/notifications/contacts/${id}/remove`} class="row" prefix={`remove-${id}`}>
            <p>
              <strong>{alertPage.channels[channel]}</strong> {address}{" "}
              <span class="hint">
                {address === CHAT_TO_COME ? text.telegramWaiting : text.contactStates[state]}
              </span>
            </p>
            <button type="submit" class="second" aria-label={`${text.removeContact}: ${address}`}>
              {text.removeContact}
            </button>
          </Form>
          {state === "ok" && channel !== "webhook" ? <Timing {...{ id, address, after, text }} /> : null}
          {channel === "webhook" ? <SigningKey {...{ id, address, until, teller, now }} /> : null}
        </>
      ))}
      {hasTelegram ? (
        <Form action="/notifications/telegram" prefix="telegram">
          <button type="submit" class="second">
            {text.telegramConnect}
          </button>
        </Form>
      ) : null}
      <Form action="/notifications/contacts" class="stack" prefix="contact">
        <Choice {...{ label: text.contactKind, name: "channel", value: "ntfy", options }} />
        <Field
          {...{ label: text.contactAddress, name: "address", hint: text.contactHint }}
          required
          maxlength={2_048}
        />
        <button type="submit" class="second">
          {text.addContact}
        </button>
      </Form>
    </section>
  );
}

type TimingProps = { id: string; address: string; after: number; text: Teller["words"]["notifications"] };

/** The order of a person's notifications: push at once, this after five minutes, a call after ten. */
function Timing({ id, address, after, text }: TimingProps) {
  const options = AFTER_MINUTES.map((minutes) => [String(minutes), text.after(minutes)] as const);
  return (
    <Form action={`/notifications/contacts/${id}/after`} class="stack" prefix={`after-${id}`}>
      <Choice
        {...{ label: text.afterTitle, name: "after_minutes", value: String(after), options }}
        hint={text.afterHint}
      />
      <button type="submit" class="second" aria-label={`${text.saveAfter}: ${address}`}>
        {text.saveAfter}
      </button>
    </Form>
  );
}

type KeyProps = { id: string; address: string; until: string | null; teller: Teller; now: Date };

/** A webhook's key is changed with both in use for a time, which ends by itself or here. */
function SigningKey({ id, address, until, teller, now }: KeyProps) {
  const { notifications: text } = teller.words;
  const path = `/notifications/contacts/${id}`;
  const isOverlap = until !== null && new Date(until) > now;
  return isOverlap ? (
    <div class="row">
      <p class="hint">{text.bothKeys(teller.dateTime(new Date(until)))}</p>
      <Ask
        {...{ action: `${path}/end-previous-key`, text: text.endOldKey, warning: text.endOldKeyHint }}
        label={`${text.endOldKey}: ${address}`}
      />
    </div>
  ) : (
    <Ask
      {...{ action: `${path}/rotate-key`, text: text.rotateKey }}
      warning={text.rotateKeyHint(LIMITS.webhookKeyOverlapHours)}
      label={`${text.rotateKey}: ${address}`}
    />
  );
}

/**
 * Push in this browser: two forms; a script shows the one that fits and fills in the token that only the browser
 * knows.
 */
export function WebPushPanel({ webPush, words }: { webPush: WebPush | null; words: Words }) {
  const { webPush: texts } = words;
  return (
    <section
      class="panel"
      aria-labelledby="browser"
      data-web-push={webPush === null ? undefined : JSON.stringify(webPush)}
    >
      <h2 id="browser">{texts.title}</h2>
      {webPush === null ? (
        <p class="hint">{texts.notConfigured}</p>
      ) : (
        <>
          <p
            class="hint"
            role="status"
            data-on={texts.on}
            data-denied={texts.denied}
            data-unsupported={texts.unsupported}
            data-failed={texts.failed}
          >
            {texts.lead}
          </p>
          <form method="post" action="/notifications/push" hidden>
            <input type="hidden" name="token" value="" />
            <button type="submit">{texts.allow}</button>
          </form>
          <form method="post" action="/notifications/push/remove" hidden>
            <input type="hidden" name="token" value="" />
            <button type="submit" class="second">
              {texts.stop}
            </button>
          </form>
          <noscript>
            <p class="hint">{texts.script}</p>
          </noscript>
        </>
      )}
    </section>
  );
}
