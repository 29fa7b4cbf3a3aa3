import { changeEscalation, showEscalation } from "../../lib/alerts/settings/settings.actions.ts";
import {
  addHomeContact,
  listHomeContacts,
  removeHomeContact,
} from "../../lib/messages/outsiders/outsiders.actions.ts";
import { MESSAGE_LIMITS } from "../../lib/outbox/limits.ts";
import { hasChannel } from "../../lib/people/entitlement.ts";
import { listMembers } from "../../lib/people/members.queries.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  CHANNELS,
  CONTACT_SCOPES,
  ESCALATION_GROUPS,
  HOME_CONTACT_CHANNELS,
  LANGUAGES,
} from "../../schema/vocabulary.ts";
import { NewHomeContact } from "../../schema/wire/account/contacts.ts";
import { type Escalation, EscalationChange } from "../../schema/wire/escalation.ts";
import { Choice, Field, Fold, Form, type Option, optionsOf, Ticks } from "./components/fields.tsx";
import { List, Second, Section } from "./components/list.tsx";
import type { SentForm } from "./form.ts";
import { MessageLost } from "./format/teller.tsx";
import { homeOf, type Site } from "./site.ts";

const PATH = "/escalation";
const ADD = `${PATH}/contacts`;

/** `/escalation`: the steps until somebody acknowledges an alert, and the contacts outside the home. */
export function escalationPages({ services, page }: Site): void {
  const { act } = page(PATH, null, {
    load: (c) => {
      const { householdId } = c.var;
      return {
        escalation: showEscalation(services, householdId),
        listed: listHomeContacts(services, c.var.member),
        home: homeOf(c, services),
        members: listMembers(services.db, householdId),
      };
    },
    view: ({ escalation, listed: { contacts }, home, members }, { c, words, teller, mayDo }) => {
      const { escalation: texts, alertPage, notifications, common } = words;
      const isKeeper = mayDo("manage_escalation");
      const { plan } = c.var.member;
      const isPro = plan === "pro";
      /** `joined`: channels with commas between them; "" for those that each person has chosen. */
      const channelsText = (joined: string): string => {
        const named = CHANNELS.filter((each) => joined.split(",").includes(each));
        return named.map((each) => alertPage.channels[each]).join(", ") || texts.asChosen;
      };
      const whoms: Option[] = [
        ...optionsOf(ESCALATION_GROUPS, texts.groups),
        ...members.map(({ user_id: id, name, email }): Option => [id, name ?? email]),
        ...contacts.map(({ id, name }): Option => [id, name]),
      ];
      const names = new Map(whoms);
      const inPlan = CHANNELS.filter((channel) => hasChannel(plan, channel));
      const fieldsOf = (step: Step | undefined, row: number) => {
        const joined = step?.channels?.join(",") ?? "";
        // On Free, a step keeps the channel of Pro that it already has.
        const ways = new Set(["", ...(isPro ? [MAIL_AND_PUSH] : []), ...inPlan, joined]);
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset's frame has its legend on the line.
          <div role="group" class="row step" aria-label={texts.step(row + 1)}>
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
              options={[["", step && !names.has(step.whom) ? texts.nobodyNow : texts.nobody], ...whoms]}
            />
            <Choice
              label={texts.channel}
              name={`channels_${row}`}
              value={joined}
              options={[...ways].map((each): Option => [each, channelsText(each)])}
            />
          </div>
        );
      };
      const { steps, is_default: isDefault } = escalation;
      const next = steps.length;
      const ofPlan = c.var.member.plan === "free" && ` ${notifications.onFree}`;
      const spaces = [...new Set(home.devices.map(({ space }) => space).filter(Boolean))];
      const offered = HOME_CONTACT_CHANNELS.filter(
        (channel) => hasChannel(plan, channel) && services.configuredChannels[channel],
      );
      return [
        <p>{texts.lead}</p>,
        isKeeper ? (
          <Section id="steps" title={texts.steps} hint={[texts.stepsHint, ofPlan]}>
            <Form action={PATH} beside={!isDefault && <Second name="reset" value="1" text={texts.reset} />}>
              {steps.map(fieldsOf)}
              {next < LIMITS.escalationStepsMax && (
                <Fold class="add" text={texts.addStep} names={[`after_minutes_${next}`, `whom_${next}`]}>
                  {fieldsOf(undefined, next)}
                </Fold>
              )}
            </Form>
          </Section>
        ) : (
          <Section id="steps" title={texts.steps}>
            <List items={steps}>
              {({ whom, channels, after_minutes: minutes }) => ({
                title: texts.after(minutes),
                facts: [names.get(whom) ?? texts.nobodyNow, channelsText(channels?.join(",") ?? "")],
              })}
            </List>
          </Section>
        ),
        <Section id="outside" title={texts.outside} hint={texts.outsideHint}>
          <List items={contacts} empty={<p>{texts.noContacts}</p>}>
            {({ id, name, channel, address, state, tells, spaces: rooms, failure }) => ({
              title: name,
              facts: [
                `${alertPage.channels[channel]} ${address}`,
                texts.tells[tells],
                rooms.join(", "),
                failure !== null && <MessageLost failure={failure} />,
              ],
              mark: <span class={`mark ${state === "ok" ? "sent" : "pending"}`}>{texts.states[state]}</span>,
              ask: isKeeper && { action: `${ADD}/${id}/remove`, warning: texts.removeWarning(name) },
            })}
          </List>
          {isKeeper && contacts.length < MESSAGE_LIMITS.homeContactsMax ? (
            <Fold class="add" text={texts.add} of={ADD} isOpen={contacts.length === 0}>
              <Form
                action={ADD}
                shape={NewHomeContact}
                labels={{ ...texts, language: common.language, tells: texts.calledFor }}
                values={{ channel: "email", language: teller.language, tells: "urgent" }}
                submit={texts.ask}
              >
                <Field name="name" />
                <Choice
                  name="channel"
                  options={optionsOf(offered, { ...alertPage.channels, ...notifications.contactKinds })}
                />
                <Field name="address" />
                <Choice name="language" options={optionsOf(LANGUAGES, texts.languages)} />
                <Choice name="tells" options={optionsOf(CONTACT_SCOPES, texts.tells)} />
                {spaces.length === 0 ? null : <Ticks name="spaces" options={optionsOf(spaces)} />}
              </Form>
            </Fold>
          ) : null}
        </Section>,
      ];
    },
  });
  act(PATH, "manage_escalation", EscalationChange, changeEscalation, "saved", {
    wish: (form) => ({ steps: form.has("reset") ? null : stepsOf(form).map(({ row: _, ...step }) => step) }),
    // A refusal names a step by its index in the sorted list. The form's fields are named after their row.
    nameField: ([list, place, field], form) =>
      list === "steps" && field ? `${field}_${stepsOf(form)[Number(place)]?.row}` : undefined,
  });
  act(ADD, "manage_escalation", NewHomeContact, addHomeContact, "contactAsked");
  act(`${ADD}/:id/remove`, "manage_escalation", null, removeHomeContact, "removed");
}

/** Returns the rows that name a recipient, sorted by their minutes. */
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

const MAIL_AND_PUSH = "email,push";

type Step = Escalation["steps"][number];
