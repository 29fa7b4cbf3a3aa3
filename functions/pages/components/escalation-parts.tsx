import type { ConfiguredChannels } from "../../../lib/kernel/ports.ts";
import type { Words } from "../../../lib/language/en/pages.ts";
import { MESSAGE_LIMITS } from "../../../lib/messages/limits.ts";
import { LIMITS } from "../../../schema/limits.ts";
import {
  CHANNELS,
  CONTACT_LANGUAGES,
  CONTACT_SCOPES,
  ESCALATION_GROUPS,
  HOME_CONTACT_CHANNELS,
} from "../../../schema/vocabulary.ts";
import type { HomeContact } from "../../../schema/wire/account/contacts.ts";
import type { Escalation } from "../../../schema/wire/escalation.ts";
import type { Teller } from "../format/teller.ts";
import { Ask, Choice, Field, Form, Tick, usePageTrouble } from "./fields.tsx";

type EscalationFacts = {
  escalation: Escalation;
  contacts: readonly HomeContact[];
  members: readonly { id: string; email: string }[];
  /** The rooms of the home's devices. */
  spaces: readonly string[];
  teller: Teller;
};

/** Empty rows under the steps, so that two can be added at a time. */
const SPARE_ROWS = 2;
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
  const member = members.find(({ id }) => id === whom)?.email;
  return member ?? contacts.find(({ id }) => id === whom)?.name ?? nobodyNow;
}

/** The steps as everybody may read them. */
export function StepLines(facts: EscalationFacts) {
  const { escalation, teller } = facts;
  const { escalation: words } = teller.words;
  return (
    <section class="panel" aria-labelledby="steps">
      <h2 id="steps">{words.steps}</h2>
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
    </section>
  );
}

/** The same, for people who may change them: a row each, and two more. */
export function Steps(facts: EscalationFacts) {
  const { escalation, members, contacts, teller } = facts;
  const { escalation: words, alertPage, owner } = teller.words;
  const rows = Math.min(LIMITS.escalationStepsMax, escalation.steps.length + SPARE_ROWS);
  const whoms = [
    ...ESCALATION_GROUPS.map((group) => [group, words.groups[group]] as const),
    ...members.map(({ id, email }) => [id, email] as const),
    ...contacts.map(({ id, name }) => [id, name] as const),
  ];
  return (
    <section class="panel" aria-labelledby="steps">
      <h2 id="steps">{words.steps}</h2>
      <p class="hint">{words.stepsHint}</p>
      <Form action="/escalation" class="stack" prefix="step">
        {Array.from({ length: rows }, (_, row) => {
          const step = escalation.steps[row];
          const joined = step?.channels?.join(",") ?? "";
          const single = CHANNELS.map((channel) => [channel, alertPage.channels[channel]] as const);
          const many = joined.includes(",")
            ? [[joined, channelsText(step?.channels ?? null, teller.words)] as const]
            : [];
          return (
            <fieldset class="step">
              <legend>{words.step(row + 1)}</legend>
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
                options={[["", words.asChosen], ...many, ["email,push", words.mailAndPush], ...single]}
              />
            </fieldset>
          );
        })}
        <div class="row">
          <button type="submit">{owner.save}</button>
          {escalation.is_default ? null : (
            <button type="submit" name="reset" value="1" class="second">
              {words.reset}
            </button>
          )}
        </div>
      </Form>
    </section>
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
    <section class="panel" aria-labelledby="outside">
      <h2 id="outside">{words.outside}</h2>
      <p class="hint">{words.outsideHint}</p>
      <ul class="lines">
        {contacts.map(({ id, name, channel, address, state, tells, spaces: rooms }) => (
          <li>
            <div class="who">
              <strong>{name}</strong>
              <span class="hint">
                {`${alertPage.channels[channel]} ${address} · ${words.tells[tells]}${rooms.length === 0 ? "" : ` · ${rooms.join(", ")}`}`}
              </span>
              <span class={`mark ${state === "ok" ? "sent" : "pending"}`}>{words.states[state]}</span>
            </div>
            {isKeeper ? (
              <Ask
                action={`/escalation/contacts/${id}/remove`}
                text={owner.remove}
                label={`${owner.remove}: ${name}`}
                warning={words.removeWarning(name)}
              />
            ) : null}
          </li>
        ))}
      </ul>
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
    </section>
  );
}
