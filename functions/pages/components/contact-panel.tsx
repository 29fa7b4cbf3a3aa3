import type { ShownContact } from "../../../lib/messages/audience/shown-contact.ts";
import { CALLED_CHANNELS, type Channel } from "../../../schema/vocabulary.ts";
import type { ShownOnce } from "../form-note.ts";
import type { Words } from "../words/en.ts";
import { Choice, Field, Form } from "./fields.tsx";

/** What a page may add; a phone number has its own field, and only an app knows its push token. */
const ADDED: readonly Channel[] = [...CALLED_CHANNELS, "webhook"];

type Props = {
  contacts: readonly ShownContact[];
  channels: Readonly<Record<Channel, "configured" | "not_configured">>;
  /** The signing key of the webhook that was just added. */
  shown: ShownOnce | undefined;
  words: Words;
};

/** Other places where alerts arrive: what there is, what waits for its code, and one more. */
export function ContactPanel({ contacts, channels, shown, words }: Props) {
  const { notifications: text, alertPage } = words;
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
      {own.length === 0 ? <p>{text.noContacts}</p> : null}
      {own.map(({ id, channel, address, state }) => (
        <Form action={`/notifications/contacts/${id}/remove`} class="row" prefix={`remove-${id}`}>
          <p>
            <strong>{alertPage.channels[channel]}</strong> {address}{" "}
            <span class="hint">{text.contactStates[state]}</span>
          </p>
          <button type="submit" class="second" aria-label={`${text.removeContact}: ${address}`}>
            {text.removeContact}
          </button>
        </Form>
      ))}
      <Form action="/notifications/contacts" class="stack" prefix="contact">
        <Choice {...{ label: text.contactKind, name: "channel", value: "ntfy", options }} />
        <Field
          {...{ label: text.contactAddress, name: "address", hint: text.contactHint }}
          required
          maxlength={2_048}
        />
        <button type="submit">{text.addContact}</button>
      </Form>
    </section>
  );
}
