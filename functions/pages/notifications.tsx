import { done, refuse } from "../../lib/kernel/outcome.ts";
import { CHAT_TO_COME, type ShownContact } from "../../lib/messages/audience/shown-contact.ts";
import {
  changeNotifications,
  listContacts,
  showNotifications,
} from "../../lib/messages/contacts/contacts.actions.ts";
import { sendTest } from "../../lib/messages/send-test.actions.ts";
import {
  CALLED_CHANNELS,
  CHANNEL_CHOICES,
  CHANNELS,
  type Channel,
  type Plan,
} from "../../schema/vocabulary.ts";
import { ContactCode } from "../../schema/wire/account/contacts.ts";
import type { Notifications } from "../../schema/wire/account/notifications.ts";
import { NotificationsChange } from "../../schema/wire/account/notifications.ts";
import { ContactPanel, WebPushPanel } from "./components/contact-panel.tsx";
import { Choice, Field, Form, optionsOf, Press, Tick } from "./components/fields.tsx";
import { Section } from "./components/list.tsx";
import { contactForms } from "./contact-forms.ts";
import { readAs } from "./form-shape.ts";
import type { Teller } from "./format/teller.ts";
import type { PageContext } from "./page.tsx";
import { policyWith } from "./page-headers.ts";
import { CodeField } from "./prove.tsx";
import { actingOf } from "./session.ts";
import type { PageServices, Site } from "./site.ts";

const PATH = "/notifications";
/** An operator who offers no Telegram need not say so to everybody. */
const CALLED = new Set<Channel>(CALLED_CHANNELS);

/** Where Firebase's part registers a browser. */
const PUSH_HOSTS = [
  "https://firebaseinstallations.googleapis.com",
  "https://fcmregistrations.googleapis.com",
];

/** `/notifications`: the reader's channels, and if they work. */
export function notificationPages({ services, page }: Site): void {
  const form = page(PATH, null, {
    place: "settings",
    isWide: true,
    load: async (c) => {
      const [shown, contacts] = await Promise.all([
        showNotifications(services, c.var.member),
        listContacts(services, c.var.member.userId),
      ]);
      if (services.webPush !== null) c.header("Content-Security-Policy", policyWith(PUSH_HOSTS));
      return shown.ok
        ? done({ now: shown.value, contacts: contacts.ok ? contacts.value.contacts : [] })
        : shown;
    },
    view: (shown, context) => <NotificationsView {...shown} services={services} {...context} />,
  });
  form(PATH, null, {
    shape: NotificationsChange,
    wish: (sent, c) => {
      const { text } = sent;
      const [from, to] = [text("from"), text("to")];
      const { phone, ...choices } = readAs(NotificationsChange, sent);
      return {
        ...choices,
        // A number is only sent on if it has changed: each one gets a code.
        ...(text("phone") === text("phone_now") ? {} : { phone }),
        quiet_hours: from === "" && to === "" ? null : { from, to, time_zone: c.var.home?.timeZone ?? "UTC" },
      };
    },
    run: (c, change) => changeNotifications(services, c.var, change),
    done: "saved",
    wakes: services,
  });
  form(`${PATH}/test`, null, {
    run: (c, _, { text }) => {
      const channel = CHANNELS.find((each) => each === text("channel"));
      return channel === undefined ? refuse("invalid_request") : sendTest(services, actingOf(c), channel);
    },
    done: "sent",
    wakes: services,
  });
  contactForms(form, services);
}

type ViewProps = PageContext & {
  now: Notifications;
  contacts: readonly ShownContact[];
  services: PageServices;
};

function NotificationsView({ now, contacts, services, c, words, teller, note, mayDo }: ViewProps) {
  const unverified = contacts.filter(
    ({ state, address }) => state === "unverified" && address !== CHAT_TO_COME,
  );
  const tried = CHANNELS.filter(
    (channel) => channel === "email" || contacts.some((each) => each.channel === channel),
  );
  return (
    <>
      {unverified.map(({ id, address }) => (
        <Form action={`${PATH}/contacts/${id}/verify`} shape={ContactCode} class="panel narrow" prefix={id}>
          <p>{words.notifications.codeSent(address)}</p>
          <CodeField words={words} />
          <button type="submit">{words.prove.enter}</button>
        </Form>
      ))}
      <div class="columns">
        <Preferences now={now} plan={c.var.member.plan} teller={teller} />
        <div>
          <ContactPanel
            contacts={contacts}
            channels={now.channels}
            shown={note?.shown}
            hasTelegram={services.telegramBotName !== null}
            teller={teller}
          />
          <WebPushPanel webPush={services.webPush} words={words} />
          <Section id="test" title={words.notifications.testTitle}>
            <div class="row">
              {tried.map((channel) => (
                <Press
                  action={`${PATH}/test`}
                  name="channel"
                  value={channel}
                  text={words.notifications.test(words.alertPage.channels[channel])}
                  kind="second"
                />
              ))}
            </div>
            {mayDo("manage_notifications") ? (
              <p>
                <a href="/coverage">{words.coverage.title}</a>
              </p>
            ) : null}
          </Section>
        </div>
      </div>
    </>
  );
}

type ChannelProps = { now: Notifications; teller: Teller };

/** Push and text messages: Free has none to offer, and what was chosen on Pro holds again when it is back. */
function ProChannels({ now, teller }: ChannelProps) {
  const { notifications: words } = teller.words;
  return (
    <>
      <Tick label={words.push} name="push" checked={now.push} />
      <Choice
        label={words.sms}
        name="sms"
        value={now.sms}
        hint={words.smsLeft(now.sms_left_this_month)}
        options={optionsOf(CHANNEL_CHOICES.sms, words.smsChoices)}
      />
      <input type="hidden" name="phone_now" value={now.phone ?? ""} />
      <Field
        label={words.phone}
        name="phone"
        type="tel"
        value={now.phone ?? ""}
        autocomplete="tel"
        hint={now.phone_state === "gone" ? words.phoneGone : words.phoneHint}
      />
    </>
  );
}

function Preferences({ now, plan, teller }: ChannelProps & { plan: Plan }) {
  const { notifications: words, alertPage, owner, settings } = teller.words;
  const missing = CHANNELS.filter(
    (channel) => !CALLED.has(channel) && now.channels[channel] === "not_configured",
  );
  return (
    <Form action={PATH} class="panel narrow">
      {missing.map((channel) => (
        <p class="note">{words.notConfigured(alertPage.channels[channel])}</p>
      ))}
      {plan === "pro" ? null : (
        <p class="note">
          <span>
            {words.onFree} <a href="/settings/plan">{settings.plan}</a>
          </span>
        </p>
      )}
      {now.email_state === "gone" ? <p class="note problem">{words.emailGone}</p> : null}
      <Tick label={words.email} name="email" checked={now.email} />
      {plan === "pro" ? <ProChannels now={now} teller={teller} /> : null}
      <fieldset class="stack">
        <legend>{words.quiet}</legend>
        <Field label={words.quietFrom} name="from" type="time" value={now.quiet_hours?.from ?? ""} />
        <Field
          label={words.quietTo}
          name="to"
          type="time"
          value={now.quiet_hours?.to ?? ""}
          hint={words.quietHint}
        />
      </fieldset>
      <Tick label={words.weekly} name="weekly_digest" checked={now.weekly_digest} />
      <Tick label={words.monthly} name="monthly_report" checked={now.monthly_report} />
      <Tick label={words.quarterly} name="quarterly_report" checked={now.quarterly_report} />
      <button type="submit">{owner.save}</button>
    </Form>
  );
}
