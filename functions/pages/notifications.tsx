import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Services } from "../../lib/kernel/services.actions.ts";
import { CHAT_TO_COME } from "../../lib/messages/audience/shown-contact.ts";
import type { ShownNotifications } from "../../lib/messages/audience/shown-notifications.ts";
import {
  changeNotifications,
  listContacts,
  type NotificationPorts,
  showNotifications,
} from "../../lib/messages/contacts/contacts.actions.ts";
import { type SendTestPorts, sendTest } from "../../lib/messages/send-test.actions.ts";
import { may } from "../../lib/people/entitlement.ts";
import { showHousehold } from "../../lib/people/home.actions.ts";
import {
  CALLED_CHANNELS,
  CHANNEL_CHOICES,
  CHANNELS,
  type Channel,
  type Plan,
} from "../../schema/vocabulary.ts";
import { NotificationsChange } from "../../schema/wire/account/notifications.ts";
import { wakeInBackground } from "../_http/in-background.ts";
import { validate } from "../_http/validate.ts";
import { ContactPanel, WebPushPanel } from "./components/contact-panel.tsx";
import { Choice, Field, Form, Press, Tick } from "./components/fields.tsx";
import { OwnerFrame } from "./components/owner-frame.tsx";
import { contactPages, pushPages } from "./contact-pages.tsx";
import { readForm, type Form as SentForm } from "./form.ts";
import { formRefused } from "./form-note.ts";
import type { Teller } from "./format/teller.ts";
import { doneAt, ownerPage } from "./owner-page.tsx";
import { policyWith } from "./page-headers.ts";
import { problemPage } from "./problem-page.tsx";
import { actingOf, type PageEnv } from "./session.ts";

export type NotificationPagePorts = { telegramBotName: string | null } & NotificationPorts &
  SendTestPorts &
  Pick<Services, "random" | "wake" | "report" | "webPush">;

const PATH = "/notifications";
/** An operator who offers no Telegram need not say so to everybody. */
const CALLED = new Set<Channel>(CALLED_CHANNELS);

/** Where Firebase's part registers a browser. */
const PUSH_HOSTS = [
  "https://firebaseinstallations.googleapis.com",
  "https://fcmregistrations.googleapis.com",
];

/** `/notifications`: the reader's channels, and if they work. */
export function notificationPages(ports: NotificationPagePorts, guard: MiddlewareHandler<PageEnv>) {
  const routes = new Hono<PageEnv>();
  routes.route("/", pushPages(ports, guard));
  routes.route("/", contactPages(ports, guard));
  routes.get("/notifications", guard, (c) => notificationPage(c, ports));
  routes.post("/notifications", guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const home = await showHousehold(ports, c.var.member.householdId);
    if (!home.ok) return problemPage(c, home.problem);
    const shown = await showNotifications(ports, c.var.member);
    if (!shown.ok) return problemPage(c, shown.problem);
    const wish = changeOf(form.value, home.value.household.time_zone, shown.value.phone);
    const change = validate(NotificationsChange, wish);
    if (!change.ok) return formRefused(c, PATH, change.problem, form.value);
    const { quiet_hours: hours, weekly_digest, monthly_report, quarterly_report, ...rest } = change.value;
    const changed = await changeNotifications(ports, c.var, {
      ...rest,
      weeklyDigest: weekly_digest,
      monthlyReport: monthly_report,
      quarterlyReport: quarterly_report,
      quietHours: hours && { from: hours.from, to: hours.to, timeZone: hours.time_zone },
    });
    wakeInBackground(c, ports);
    return changed.ok ? doneAt(c, PATH, "saved") : formRefused(c, PATH, changed.problem, form.value);
  });
  routes.post("/notifications/test", guard, async (c) => {
    const form = await readForm(c);
    if (!form.ok) return problemPage(c, form.problem);
    const channel = CHANNELS.find((each) => each === form.value.text("channel"));
    if (channel === undefined) return problemPage(c, { name: "invalid_request" });
    const sent = await sendTest(ports, actingOf(c), channel);
    if (!sent.ok) return formRefused(c, PATH, sent.problem);
    wakeInBackground(c, ports);
    return doneAt(c, PATH, "sent");
  });
  return routes;
}

/** A number is only sent on if it has changed: each one gets a code. */
const changeOf = (form: SentForm, timeZone: string, phone: string | null) => ({
  email: form.has("email"),
  push: form.has("push"),
  sms: form.text("sms"),
  ...{
    weekly_digest: form.has("weekly"),
    monthly_report: form.has("monthly"),
    quarterly_report: form.has("quarterly"),
  },
  ...(form.text("phone") === (phone ?? "") ? {} : { phone: form.text("phone") || null }),
  quiet_hours:
    form.text("from") === "" && form.text("to") === ""
      ? null
      : { from: form.text("from"), to: form.text("to"), time_zone: timeZone },
});

async function notificationPage(c: Context<PageEnv>, ports: NotificationPagePorts): Promise<Response> {
  const shown = await showNotifications(ports, c.var.member);
  if (!shown.ok) return problemPage(c, shown.problem);
  const contacts = await listContacts(ports, c.var.member.userId);
  const all = contacts.ok ? contacts.value.contacts : [];
  const unverified = all.filter(({ state, address }) => state === "unverified" && address !== CHAT_TO_COME);
  const tried = CHANNELS.filter(
    (channel) => channel === "email" || all.some((each) => each.channel === channel),
  );
  const { frame, words, teller, note } = ownerPage(c, ports.clock(), "settings");
  if (ports.webPush !== null) c.header("Content-Security-Policy", policyWith(PUSH_HOSTS));
  return c.html(
    <OwnerFrame {...frame} isWide title={words.notifications.title} up="settings">
      {unverified.map(({ id, address }) => (
        <Form action={`/notifications/contacts/${id}/verify`} class="panel narrow" prefix={id}>
          <p>{words.notifications.codeSent(address)}</p>
          <Field
            {...{
              label: words.signIn.code,
              name: "code",
              inputmode: "numeric",
              autocomplete: "one-time-code",
            }}
            required
          />
          <button type="submit">{words.notifications.verify}</button>
        </Form>
      ))}
      <div class="columns">
        <Preferences now={shown.value} plan={c.var.member.plan} teller={teller} />
        <div>
          <ContactPanel
            {...{ contacts: all, channels: shown.value.channels, shown: note?.shown, teller }}
            now={ports.clock()}
            hasTelegram={ports.telegramBotName !== null}
          />
          <WebPushPanel webPush={ports.webPush} words={words} />
          <section class="panel" aria-labelledby="test">
            <h2 id="test">{words.notifications.testTitle}</h2>
            <div class="row">
              {tried.map((channel) => (
                <Press
                  {...{ action: "/notifications/test", name: "channel", value: channel, kind: "second" }}
                  text={words.notifications.test(words.alertPage.channels[channel])}
                />
              ))}
            </div>
            {may("manage_notifications", c.var.member) === "yes" ? (
              <p>
                <a href="/drill">{words.drill.title}</a>
              </p>
            ) : null}
          </section>
        </div>
      </div>
    </OwnerFrame>,
  );
}

type PreferencesProps = { now: ShownNotifications; plan: Plan; teller: Teller };

function Preferences({ now, plan, teller }: PreferencesProps) {
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
      <Tick label={words.push} name="push" checked={now.push} />
      <Choice
        {...{ label: words.sms, name: "sms", value: now.sms }}
        hint={plan === "pro" ? words.smsLeft(now.sms_left_this_month) : undefined}
        options={CHANNEL_CHOICES.sms.map((choice) => [choice, words.smsChoices[choice]] as const)}
      />
      <Field
        {...{ label: words.phone, name: "phone", type: "tel", value: now.phone ?? "", autocomplete: "tel" }}
        hint={now.phone_state === "gone" ? words.phoneGone : words.phoneHint}
      />
      <fieldset class="stack">
        <legend>{words.quiet}</legend>
        <Field
          {...{ label: words.quietFrom, name: "from", type: "time", value: now.quiet_hours?.from ?? "" }}
        />
        <Field
          {...{ label: words.quietTo, name: "to", type: "time", value: now.quiet_hours?.to ?? "" }}
          hint={words.quietHint}
        />
      </fieldset>
      <Tick label={words.weekly} name="weekly" checked={now.weekly_digest} />
      <Tick label={words.monthly} name="monthly" checked={now.monthly_report} />
      <Tick label={words.quarterly} name="quarterly" checked={now.quarterly_report} />
      <button type="submit">{owner.save}</button>
    </Form>
  );
}
