import type { WebPush } from "../../../lib/kernel/ports.ts";
import { CHAT_TO_COME, type ShownContact } from "../../../lib/messages/audience/shown-contact.ts";
import { CALLED_CHANNELS, type Channel } from "../../../schema/vocabulary.ts";
import { NewContact } from "../../../schema/wire/account/contacts.ts";
import type { ShownOnce } from "../form-note.ts";
import { Choice, Field, Form, optionsOf } from "./fields.tsx";
import { Go, List, Press, QrCode, Row, Second, Section, Start } from "./list.tsx";
import { useTeller } from "./teller-scope.tsx";

/** What a page may add; a number for texts has its own field, and only an app knows its push token. */
const ADDED: readonly Channel[] = [...CALLED_CHANNELS, "call", "webhook"];

const PATH = "/notifications";

type Props = {
  contacts: readonly ShownContact[];
  channels: Readonly<Record<Channel, "configured" | "not_configured">>;
  /** The signing key of the webhook that was just added, or the way to a chat. */
  shown: ShownOnce | undefined;
  /** True if the bot's name is known, so that a link can open it. */
  hasTelegram: boolean;
};

export function ContactPanel({ contacts, channels, shown, hasTelegram }: Props) {
  const { notifications: text, alertPage, owner } = useTeller().words;
  const configured = ADDED.filter((channel) => channels[channel] === "configured");
  return (
    <Section id="contacts" title={text.contactsTitle}>
      {shown?.kind === "webhook" ? (
        <p>
          {text.signingKey} <code>{shown.secret}</code>
        </p>
      ) : null}
      {shown?.kind === "telegram" ? (
        <div>
          <p>{text.telegramHow}</p>
          <QrCode text={shown.url} label={text.telegramQr} />
          <div class="row">
            <Start href={shown.url} rel="noreferrer">
              {text.telegramOpen}
            </Start>
            <Go href={shown.groupUrl} rel="noreferrer">
              {text.telegramGroup}
            </Go>
          </div>
        </div>
      ) : null}
      <List
        items={contacts.filter(({ channel }) => ADDED.includes(channel))}
        empty={<p>{text.noContacts}</p>}
      >
        {({ id, channel, address, state }) => (
          <Row
            title={alertPage.channels[channel]}
            facts={[address, address === CHAT_TO_COME ? text.telegramWaiting : text.contactStates[state]]}
            press={{ action: `${PATH}/contacts/${id}/remove`, text: owner.remove, of: address }}
          />
        )}
      </List>
      {hasTelegram ? <Press action={`${PATH}/telegram`} text={text.telegramConnect} /> : null}
      <Form
        action={`${PATH}/contacts`}
        shape={NewContact}
        labels={text}
        submit={text.addContact}
        kind="second"
      >
        <Choice
          name="channel"
          value="ntfy"
          options={optionsOf(configured, { ...alertPage.channels, ...text.contactKinds })}
        />
        <Field name="address" />
      </Form>
    </Section>
  );
}

/** Push in this browser: two forms; a script shows the one that fits and fills in the token that only the browser knows. */
export function WebPushPanel({ webPush }: { webPush: WebPush | null }) {
  const { webPush: texts } = useTeller().words;
  const settings = webPush === null ? undefined : JSON.stringify(webPush);
  return (
    <section class="panel" aria-labelledby="browser" data-web-push={settings}>
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
          <form method="post" action={`${PATH}/push`} hidden>
            <input type="hidden" name="token" value="" />
            <button type="submit">{texts.allow}</button>
          </form>
          <form method="post" action={`${PATH}/push/remove`} hidden>
            <input type="hidden" name="token" value="" />
            <Second text={texts.stop} />
          </form>
          <noscript>
            <p class="hint">{texts.script}</p>
          </noscript>
        </>
      )}
    </section>
  );
}
