import { refuse } from "../../lib/kernel/outcome.ts";
import type { WebPush } from "../../lib/kernel/ports.ts";
import { CHAT_TO_COME } from "../../lib/messages/audience/shown-contact.ts";
import { addContact, verifyContact } from "../../lib/messages/contacts/add-contact.actions.ts";
import {
  changeNotifications,
  listContacts,
  registerPush,
  removeContact,
  removePush,
  showNotifications,
} from "../../lib/messages/contacts/contacts.actions.ts";
import { createTelegramLink } from "../../lib/messages/contacts/telegram.actions.ts";
import { sendTest } from "../../lib/messages/send-test.actions.ts";
import { hasChannel } from "../../lib/people/entitlement.ts";
import { CALLED_CHANNELS, CHANNEL_CHOICES, CHANNELS, type Channel } from "../../schema/vocabulary.ts";
import {
  ContactCode,
  NewContact,
  PushRegistration,
  PushRemoval,
} from "../../schema/wire/account/contacts.ts";
import { type Notifications, NotificationsChange } from "../../schema/wire/account/notifications.ts";
import { Choice, Field, Form, optionsOf, Tick } from "./components/fields.tsx";
import { Copied, Go, LinkLine, List, Press, QrCode, Section, Start } from "./components/list.tsx";
import { readAs } from "./form.ts";
import { MessageLost, useMember, useTeller } from "./format/teller.tsx";
import { policyWith } from "./page-headers.ts";
import { CodeForm } from "./sign-in.tsx";
import type { Site } from "./site.ts";

const PATH = "/notifications";
const CONTACTS = `${PATH}/contacts`;
/** Channels without a note that they aren't configured: not every operator offers, for example, Telegram. */
const CALLED = new Set<Channel>(CALLED_CHANNELS);

/** The hosts at which Firebase registers a browser. */
const FIREBASE = ["https://firebaseinstallations.googleapis.com", "https://fcmregistrations.googleapis.com"];

/** `/notifications`: the reader's channels, with tests. */
export function notificationPages({ services, page }: Site): void {
  const { form, act } = page(PATH, null, {
    isWide: true,
    load: (c) => {
      if (services.webPush !== null) c.header("Content-Security-Policy", policyWith(FIREBASE));
      return {
        now: showNotifications(services, c.var.member),
        listed: listContacts(services, c.var.member.userId),
      };
    },
    view: ({ now, listed: { contacts } }, { c, words, note, mayDo }) => {
      const { notifications: texts } = words;
      const { channels } = words.alertPage;
      const shown = note?.shown;
      const added = contacts.filter(({ channel }) => ADDED.includes(channel));
      const offered = ADDED.filter(
        (channel) => hasChannel(c.var.member.plan, channel) && now.channels[channel] === "configured",
      );
      const coded = contacts.filter((each) => each.state === "unverified" && each.address !== CHAT_TO_COME);
      const tried = CHANNELS.filter(
        (each) => each === "email" || contacts.some(({ channel }) => channel === each),
      );
      return [
        coded.map(({ id, address }) => (
          <CodeForm action={`${CONTACTS}/${id}/verify`} text={texts.codeSent(address)} />
        )),
        <div class="columns">
          <Preferences now={now} />
          <div>
            <Section id="contacts" title={texts.contactsTitle}>
              {shown?.kind === "webhook" && (
                <>
                  <p>{texts.signingKey}</p>
                  <Copied of="secret" text={shown.secret} />
                </>
              )}
              {shown?.kind === "telegram" && (
                <div>
                  <p>{texts.telegramHow}</p>
                  <QrCode text={shown.url} label={texts.telegramQr} />
                  <div class="row">
                    <Start href={shown.url}>{texts.telegramOpen}</Start>
                    <Go href={shown.groupUrl}>{texts.telegramGroup}</Go>
                  </div>
                </div>
              )}
              <List items={added} empty={<p>{texts.noContacts}</p>}>
                {({ id, channel, address, state, failure }) => ({
                  title: channels[channel],
                  facts: [
                    address,
                    address === CHAT_TO_COME ? texts.telegramWaiting : texts.contactStates[state],
                    failure !== null && <MessageLost failure={failure} />,
                  ],
                  press: { action: `${CONTACTS}/${id}/remove`, text: words.owner.remove, of: address },
                })}
              </List>
              {services.telegramBotName !== null && (
                <Press action={`${PATH}/telegram`} text={texts.telegramConnect} />
              )}
              <Form
                action={CONTACTS}
                shape={NewContact}
                labels={texts}
                submit={texts.addContact}
                kind="second"
              >
                <Choice
                  name="channel"
                  value="ntfy"
                  options={optionsOf(offered, { ...channels, ...texts.contactKinds })}
                />
                <Field name="address" />
              </Form>
            </Section>
            <WebPushPanel webPush={services.webPush} />
            <Section id="test" title={texts.testTitle}>
              <div class="row">
                {tried.map((channel) => (
                  <Press action={`${PATH}/test`} send={{ channel }} text={texts.test(channels[channel])} />
                ))}
              </div>
              {mayDo("manage_notifications") && <LinkLine href="/coverage" text={words.settings.coverage} />}
            </Section>
          </div>
        </div>,
      ];
    },
  });
  act(PATH, null, NotificationsChange, changeNotifications, "saved", {
    wish: (sent) => {
      const { text } = sent;
      const [from, to] = [text("from"), text("to")];
      const { phone, ...choices } = readAs(NotificationsChange, sent);
      return {
        ...choices,
        // Sends the number on only if it has changed, since each new number gets a code.
        ...(text("phone") === text("phone_now") ? {} : { phone }),
        quiet_hours: from === "" && to === "" ? null : { from, to, time_zone: text("zone") },
      };
    },
    nameField: ([name, ...inside]) =>
      name === "address" ? "phone" : name === "quiet_hours" && inside.length === 0 ? "to" : undefined,
  });
  form(`${PATH}/test`, null, {
    run: (c, _, { text }) => {
      const channel = CHANNELS.find((each) => each === text("channel"));
      return channel === undefined ? refuse("invalid_request") : sendTest(services, c.var, channel);
    },
    done: "sent",
  });
  act(CONTACTS, null, NewContact, addContact, ({ contact, secret }) =>
    secret !== null ? { kind: "webhook", secret } : contact.state === "unverified" ? "codeSent" : "saved",
  );
  act(`${CONTACTS}/:id/verify`, null, ContactCode, verifyContact, "saved");
  act(`${PATH}/telegram`, null, null, createTelegramLink, ({ url, group_url: groupUrl }) => ({
    kind: "telegram",
    url,
    groupUrl,
  }));
  act(`${CONTACTS}/:id/remove`, null, null, removeContact, "removed");
  form(`${PATH}/push`, "register_push", {
    shape: PushRegistration,
    run: (c, { token }) => registerPush(services, c.var, { token, platform: "web", appId: null }),
    done: "saved",
  });
  act(`${PATH}/push/remove`, "remove_push", PushRemoval, removePush, "removed");
}

/** The form for a person's choices. Free has no push or text messages; choices made on Pro apply again on Pro. */
function Preferences({ now }: { now: Notifications }) {
  const teller = useTeller();
  const { notifications: words, alertPage, charts, settings } = teller.words;
  const isPro = useMember()?.plan === "pro";
  const zone = now.quiet_hours?.time_zone ?? teller.timeZone;
  const missing = CHANNELS.filter(
    (channel) => !CALLED.has(channel) && now.channels[channel] === "not_configured",
  );
  return (
    <Form action={PATH} labels={words} values={{ ...now, ...now.quiet_hours }} class="panel">
      {missing.map((channel) => (
        <p class="note">{words.notConfigured(alertPage.channels[channel])}</p>
      ))}
      {isPro ? null : (
        <p class="hint">
          {words.onFree} <a href="/settings/plan">{settings.plan}</a>
        </p>
      )}
      {now.email_state === "gone" ? <p class="note problem">{words.emailGone}</p> : null}
      <Tick name="email" />
      {isPro ? (
        <>
          <Tick name="push" />
          <Choice
            name="sms"
            hint={words.smsLeft(now.sms_left_this_month)}
            options={optionsOf(CHANNEL_CHOICES.sms, words.smsChoices)}
          />
          <input type="hidden" name="phone_now" value={now.phone ?? ""} />
          <Field
            name="phone"
            type="tel"
            autocomplete="tel"
            hint={now.phone_state === "gone" ? words.phoneGone : words.phoneHint}
          />
        </>
      ) : null}
      <fieldset class="stack">
        <legend>{words.quiet}</legend>
        <Field name="from" type="time" />
        <Field name="to" type="time" hint={`${charts.moment(zone)} ${words.toHint}`} />
        <input type="hidden" name="zone" value={zone} />
      </fieldset>
      <Tick name="weekly_digest" />
      <Tick name="monthly_report" />
      <Tick name="quarterly_report" />
    </Form>
  );
}

/** Channels whose address can be added here. A phone number for texts has its own field; push needs a token. */
const ADDED: readonly Channel[] = [...CALLED_CHANNELS, "call", "webhook"];

/** Push in this browser: a form to allow it and one to stop it. The script shows one of them and fills in the token. */
function WebPushPanel({ webPush }: { webPush: WebPush | null }) {
  const { webPush: texts } = useTeller().words;
  return (
    <section class="panel" aria-labelledby="browser" data-web-push={webPush && JSON.stringify(webPush)}>
      <h2 id="browser">{texts.title}</h2>
      {webPush === null ? (
        <p class="hint">{texts.notConfigured}</p>
      ) : (
        <>
          <p class="hint" role="status" data-words={JSON.stringify(texts)}>
            {texts.lead}
          </p>
          <Press action={`${PATH}/push`} send={{ token: "" }} text={texts.allow} kind="first" hidden />
          <Press action={`${PATH}/push/remove`} send={{ token: "" }} text={texts.stop} hidden />
          <noscript>
            <p class="hint">{texts.script}</p>
          </noscript>
        </>
      )}
    </section>
  );
}
