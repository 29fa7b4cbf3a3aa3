import type { Child } from "hono/jsx";
import type { ConfiguredChannels } from "../../../lib/kernel/ports.ts";
import type { Words } from "../../../lib/language/en/pages.ts";
import { MESSAGE_LIMITS } from "../../../lib/messages/limits.ts";
import type { HomeContact } from "../../../lib/messages/outsiders/shown-outsider.ts";
import { LIMITS } from "../../../schema/limits.ts";
import {
  CHANNELS,
  type Channel,
  CONTACT_LANGUAGES,
  CONTACT_SCOPES,
  ESCALATION_GROUPS,
  HOME_CONTACT_CHANNELS,
  type Plan,
} from "../../../schema/vocabulary.ts";
import type { Escalation } from "../../../schema/wire/escalation.ts";
import type { Teller } from "../format/teller.ts";
import { Ask, Choice, Field, Form, Tick, useIsTyped, usePageTrouble } from "./fields.tsx";
import { List, Row, Section } from "./list.tsx";

type EscalationFacts = {
  escalation: Escalation;
  contacts: readonly HomeContact[];
  members: readonly { id: string; name: string }[];
  /** The rooms of the home's devices. */
  spaces: readonly string[];
  plan: Plan;
  teller: Teller;
};

/** What only Pro has. A step that was chosen before is kept. */
const PRO_CHANNELS: readonly Channel[] = ["sms", "push", "call"];
const MAIL_AND_PUSH = "email,push";
const ADD_PATH = "/escalation/contacts";

type Step = Escalation["steps"][number];

const channelsText = (channels: Step["channels"], words: Words): string =>
  channels === null
    ? words.escalation.asChosen
    : channels.map((channel) => words.alertPage.channels[channel]).join(", ");

function whomText(whom: string, { members, contacts, teller }: EscalationFacts): string {
  const { groups, nobodyNow } = teller.words.escalation;
  const group = ESCALATION_GROUPS.find((each) => each === whom);
  if (group !== undefined) return groups[group];
  const member = members.find(({ id }) => id === whom)?.name;
  return member ?? contacts.find(({ id }) => id === whom)?.name ?? nobodyNow;
}

/** The steps as everybody may read them. */
export function StepLines(facts: EscalationFacts) {
  const { escalation, teller } = facts;
  const { escalation: words } = teller.words;
  return (
    <Section id="steps" title={words.steps}>
      <ol class="lines">
        {escalation.steps.map(({ whom, channels, after_minutes: minutes }) => (
          <li>
            <strong>{words.after(minutes)}</strong>
            <span>
              {whomText(whom, facts)} <span class="hint">{channelsText(channels, teller.words)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The same, for people who may change them, on a line; one more unfolds. */
export function Steps(facts: EscalationFacts) {
  const { escalation, members, contacts, plan, teller } = facts;
  const { escalation: words, owner } = teller.words;
  const whoms = [
    ...ESCALATION_GROUPS.map((group) => [group, words.groups[group]] as const),
    ...members.map(({ id, name }) => [id, name] as const),
    ...contacts.map(({ id, name }) => [id, name] as const),
  ];
  const row = (at: number) => (
    <StepFields row={at} step={escalation.steps[at]} whoms={whoms} plan={plan} words={teller.words} />
  );
  return (
    <Section id="steps" title={words.steps} hint={words.stepsHint}>
      <Form action="/escalation" class="stack" prefix="step">
        {escalation.steps.map((_, at) => row(at))}
        {escalation.steps.length < LIMITS.escalationStepsMax ? (
          <AddStep label={words.addStep} row={escalation.steps.length}>
            {row(escalation.steps.length)}
          </AddStep>
        ) : null}
        <div class="row">
          <button type="submit">{owner.save}</button>
          {escalation.is_default ? null : (
            <button type="submit" name="reset" value="1" class="second">
              {words.reset}
            </button>
          )}
        </div>
      </Form>
    </Section>
  );
}

/** Open where what was typed into it comes back. */
const AddStep = ({ label, row, children }: { label: string; row: number; children: Child }) => (
  <details class="add" open={useIsTyped([`after_${row}`, `whom_${row}`])}>
    <summary>{label}</summary>
    {children}
  </details>
);

type StepProps = {
  row: number;
  step: Step | undefined;
  whoms: readonly (readonly [id: string, name: string])[];
  plan: Plan;
  words: Words;
};

function StepFields({ row, step, whoms, plan, words: all }: StepProps) {
  const { escalation: words, alertPage } = all;
  const joined = step?.channels?.join(",") ?? "";
  const single = CHANNELS.filter(
    (channel) => plan === "pro" || channel === joined || !PRO_CHANNELS.includes(channel),
  ).map((channel) => [channel, alertPage.channels[channel]] as const);
  const many =
    joined.includes(",") && !(plan === "pro" && joined === MAIL_AND_PUSH)
      ? [[joined, channelsText(step?.channels ?? null, all)] as const]
      : [];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's frame has its legend on the line.
    <div role="group" class="step" aria-label={words.step(row + 1)}>
      <Field
        label={words.minutes}
        name={`after_${row}`}
        type="number"
        inputmode="numeric"
        value={step?.after_minutes ?? ""}
      />
      <Choice
        label={words.whom}
        name={`whom_${row}`}
        value={step?.whom ?? ""}
        options={[["", words.nobody], ...whoms]}
      />
      <Choice
        label={words.by}
        name={`channels_${row}`}
        value={joined}
        options={[
          ["", words.asChosen],
          ...many,
          ...(plan === "pro" ? [[MAIL_AND_PUSH, words.mailAndPush] as const] : []),
          ...single,
        ]}
      />
    </div>
  );
}

type ContactsProps = EscalationFacts & { isKeeper: boolean; configured: ConfiguredChannels };

/** People outside the home who may be called, what they said, and one more. */
export function Contacts({ contacts, spaces, teller, isKeeper, configured }: ContactsProps) {
  const { escalation: words, alertPage, owner, notifications } = teller.words;
  // What was typed wrongly must not be folded away.
  const isRefused = usePageTrouble()?.form === ADD_PATH;
  const channels = HOME_CONTACT_CHANNELS.filter((channel) => configured[channel]).map(
    (channel) => [channel, notifications.contactKinds[channel] ?? alertPage.channels[channel]] as const,
  );
  return (
    <Section id="outside" title={words.outside} hint={words.outsideHint}>
      <List>
        {contacts.map(({ id, name, channel, address, state, tells, spaces: rooms }) => (
          <Row
            title={name}
            hint={`${alertPage.channels[channel]} ${address} · ${words.tells[tells]}${rooms.length === 0 ? "" : ` · ${rooms.join(", ")}`}`}
            mark={<span class={`mark ${state === "ok" ? "sent" : "pending"}`}>{words.states[state]}</span>}
          >
            {isKeeper ? (
              <Ask
                action={`/escalation/contacts/${id}/remove`}
                text={owner.remove}
                label={`${owner.remove}: ${name}`}
                warning={words.removeWarning(name)}
              />
            ) : null}
          </Row>
        ))}
      </List>
      {contacts.length === 0 ? <p>{words.noContacts}</p> : null}
      {isKeeper && contacts.length < MESSAGE_LIMITS.homeContactsMax ? (
        <details class="add" open={contacts.length === 0 || isRefused}>
          <summary>{words.add}</summary>
          <Form action={ADD_PATH} class="stack" prefix="contact">
            <Field label={words.name} name="name" required maxlength={LIMITS.nameCharactersMax} />
            <Choice label={words.by} name="channel" value="email" options={channels} />
            <Field label={words.address} name="address" hint={words.addressHint} required maxlength={2_048} />
            <Choice
              label={words.language}
              name="language"
              value={teller.language}
              options={CONTACT_LANGUAGES.map((each) => [each, words.languages[each]] as const)}
            />
            <Choice
              label={words.calledFor}
              name="tells"
              value="urgent"
              options={CONTACT_SCOPES.map((each) => [each, words.tells[each]] as const)}
            />
            {spaces.length === 0 ? null : (
              <fieldset>
                <legend>{words.rooms}</legend>
                <p class="hint">{words.roomsHint}</p>
                {spaces.map((space) => (
                  <Tick label={space} name="spaces" value={space} checked={false} />
                ))}
              </fieldset>
            )}
            <button type="submit">{words.ask}</button>
          </Form>
        </details>
      ) : null}
    </Section>
  );
}
