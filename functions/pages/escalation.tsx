import { changeEscalation, showEscalation } from "../../lib/alerts/settings/settings.actions.ts";
import type { ConfiguredChannels } from "../../lib/kernel/ports.ts";
import type { Words } from "../../lib/language/pages.ts";
import type { HomeContact } from "../../lib/messages/audience/shown-contact.ts";
import {
  addHomeContact,
  listHomeContacts,
  removeHomeContact,
} from "../../lib/messages/outsiders/outsiders.actions.ts";
import { MESSAGE_LIMITS } from "../../lib/outbox/limits.ts";
import { listMembers, type MemberItem } from "../../lib/people/members.queries.ts";
import type { PageHome } from "../../lib/sharing/home-page/page-home.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  CHANNELS,
  type Channel,
  CONTACT_LANGUAGES,
  CONTACT_SCOPES,
  ESCALATION_GROUPS,
  HOME_CONTACT_CHANNELS,
} from "../../schema/vocabulary.ts";
import { NewHomeContact } from "../../schema/wire/account/contacts.ts";
import { type Escalation, EscalationChange } from "../../schema/wire/escalation.ts";
import { Choice, Field, Form, type Option, optionsOf, Ticks, useIsBack } from "./components/fields.tsx";
import { List, Row, Second, Section } from "./components/list.tsx";
import type { SentForm } from "./form.ts";
import { useMay, useMember, useTeller } from "./format/teller.tsx";
import { homeOf, type Site } from "./site.ts";

const PATH = "/escalation";

/** `/escalation`: what happens until somebody answers, and who outside the home may be called. */
export function escalationPages({ services, page }: Site): void {
  const { form, act } = page(PATH, null, {
    load: (c) => {
      const { householdId } = c.var;
      return {
        escalation: showEscalation(services, householdId),
        listed: listHomeContacts(services, householdId),
        home: homeOf(c, services),
        members: listMembers(services.db, householdId),
      };
    },
    view: ({ listed: { contacts }, ...found }, { words, mayDo }) => {
      const shown = { ...found, contacts };
      return [
        <p>{words.escalation.lead}</p>,
        mayDo("manage_escalation") ? <Steps {...shown} /> : <StepLines {...shown} />,
        <Contacts {...shown} configured={services.configuredChannels} />,
      ];
    },
  });
  form(PATH, "manage_escalation", {
    shape: EscalationChange,
    wish: (form) => ({ steps: form.has("reset") ? null : stepsOf(form).map(({ row: _, ...step }) => step) }),
    run: (c, change) => changeEscalation(services, c.var, change),
    // A refusal names a step by its place; the form, by the row that it was typed in.
    nameField: ([list, place, field], form) =>
      list === "steps" && field ? `${field}_${stepsOf(form)[Number(place)]?.row}` : undefined,
    done: "saved",
  });
  act(`${PATH}/contacts`, "manage_escalation", addHomeContact, "contactAsked", NewHomeContact);
  act(`${PATH}/contacts/:id/remove`, "manage_escalation", removeHomeContact, "removed");
}

/** The rows that name somebody, in the order of their minutes. */
function stepsOf({ text }: SentForm) {
  return Array.from({ length: LIMITS.escalationStepsMax }, (_, row) => ({
    row,
    whom: text(`whom_${row}`),
    channels: text(`channels_${row}`) === "" ? null : text(`channels_${row}`).split(","),
    after_minutes: Number(text(`after_minutes_${row}`) || "0"),
  }))
    .filter(({ whom }) => whom !== "")
    .toSorted((one, other) => one.after_minutes - other.after_minutes);
}

type EscalationFacts = {
  escalation: Escalation;
  contacts: readonly HomeContact[];
  members: readonly MemberItem[];
  home: PageHome;
};

/** What only Pro has. A step that was chosen before is kept. */
const PRO_CHANNELS: readonly Channel[] = ["sms", "push", "call"];
const MAIL_AND_PUSH = "email,push";
const ADD_PATH = `${PATH}/contacts`;

type Step = Escalation["steps"][number];

const channelsText = (channels: Step["channels"], { escalation, alertPage }: Words): string =>
  channels?.map((channel) => alertPage.channels[channel]).join(", ") ?? escalation.asChosen;

const whomsOf = ({ members, contacts }: EscalationFacts, { escalation }: Words): Option[] => [
  ...optionsOf(ESCALATION_GROUPS, escalation.groups),
  ...members.map(({ user_id: id, name, email }): Option => [id, name ?? email]),
  ...contacts.map(({ id, name }): Option => [id, name]),
];

function StepLines(facts: EscalationFacts) {
  const { words } = useTeller();
  const names = new Map(whomsOf(facts, words));
  return (
    <Section id="steps" title={words.escalation.steps}>
      <ol class="lines">
        {facts.escalation.steps.map(({ whom, channels, after_minutes: minutes }) => (
          <Row
            title={words.escalation.after(minutes)}
            facts={[names.get(whom) ?? words.escalation.nobodyNow, channelsText(channels, words)]}
          />
        ))}
      </ol>
    </Section>
  );
}

/** The same, for people who may change them, on a line; one more unfolds. */
function Steps(facts: EscalationFacts) {
  const { steps, is_default: isDefault } = facts.escalation;
  const { escalation: words, notifications } = useTeller().words;
  const next = steps.length;
  const ofPlan = useMember()?.plan === "free" && ` ${notifications.onFree}`;
  // Open where what was typed into it comes back.
  const isBack = useIsBack(PATH, [`after_minutes_${next}`, `whom_${next}`]);
  return (
    <Section id="steps" title={words.steps} hint={[words.stepsHint, ofPlan]}>
      <Form action={PATH} beside={!isDefault && <Second name="reset" value="1" text={words.reset} />}>
        {steps.map((_, at) => (
          <StepFields row={at} {...facts} />
        ))}
        {next < LIMITS.escalationStepsMax && (
          <details class="add" open={isBack}>
            <summary>{words.addStep}</summary>
            <StepFields row={next} {...facts} />
          </details>
        )}
      </Form>
    </Section>
  );
}

function StepFields({ row, ...facts }: EscalationFacts & { row: number }) {
  const { words } = useTeller();
  const { escalation: texts, alertPage } = words;
  const step = facts.escalation.steps[row];
  const isPro = useMember()?.plan === "pro";
  const joined = step?.channels?.join(",") ?? "";
  const single = CHANNELS.filter((each) => isPro || each === joined || !PRO_CHANNELS.includes(each));
  const isOther = joined.includes(",") && !(isPro && joined === MAIL_AND_PUSH);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's frame has its legend on the line.
    <div role="group" class="step" aria-label={texts.step(row + 1)}>
      <Field
        label={texts.minutes}
        name={`after_minutes_${row}`}
        type="number"
        inputmode="numeric"
        value={step?.after_minutes}
      />
      <Choice
        label={texts.whom}
        name={`whom_${row}`}
        value={step?.whom}
        options={[["", texts.nobody], ...whomsOf(facts, words)]}
      />
      <Choice
        label={texts.channel}
        name={`channels_${row}`}
        value={joined}
        options={[
          ["", texts.asChosen],
          ...(isOther ? [[joined, channelsText(step?.channels ?? null, words)] as const] : []),
          ...(isPro ? [[MAIL_AND_PUSH, texts.mailAndPush] as const] : []),
          ...optionsOf(single, alertPage.channels),
        ]}
      />
    </div>
  );
}

function Contacts({ contacts, home, configured }: EscalationFacts & { configured: ConfiguredChannels }) {
  const spaces = new Set(home.devices.map(({ space }) => space).filter(Boolean));
  const isKeeper = useMay("manage_escalation");
  const { words: all, language } = useTeller();
  const { escalation: words, alertPage, notifications, common } = all;
  const channels = HOME_CONTACT_CHANNELS.filter((channel) => configured[channel]);
  return (
    <Section id="outside" title={words.outside} hint={words.outsideHint}>
      <List items={contacts} empty={<p>{words.noContacts}</p>}>
        {({ id, name, channel, address, state, tells, spaces: rooms }) => (
          <Row
            title={name}
            facts={[`${alertPage.channels[channel]} ${address}`, words.tells[tells], rooms.join(", ")]}
            mark={<span class={`mark ${state === "ok" ? "sent" : "pending"}`}>{words.states[state]}</span>}
            ask={isKeeper && { action: `${ADD_PATH}/${id}/remove`, warning: words.removeWarning(name) }}
          />
        )}
      </List>
      {isKeeper && contacts.length < MESSAGE_LIMITS.homeContactsMax ? (
        <details class="add" open={useIsBack(ADD_PATH) || contacts.length === 0}>
          <summary>{words.add}</summary>
          <Form
            action={ADD_PATH}
            shape={NewHomeContact}
            labels={words}
            values={{ channel: "email", language, tells: "urgent" }}
            submit={words.ask}
          >
            <Field name="name" />
            <Choice
              name="channel"
              options={optionsOf(channels, { ...alertPage.channels, ...notifications.contactKinds })}
            />
            <Field name="address" />
            <Choice
              name="language"
              label={common.language}
              options={optionsOf(CONTACT_LANGUAGES, words.languages)}
            />
            <Choice name="tells" label={words.calledFor} options={optionsOf(CONTACT_SCOPES, words.tells)} />
            {spaces.size === 0 ? null : <Ticks name="spaces" options={optionsOf([...spaces])} />}
          </Form>
        </details>
      ) : null}
    </Section>
  );
}
