import type { EmergencyCard } from "../../../lib/emergency/card.ts";
import { EMERGENCY_LIMITS } from "../../../lib/emergency/limits.ts";
import type { Words } from "../../../lib/language/en/pages.ts";
import { LIMITS } from "../../../schema/limits.ts";
import { CARD_PLACES, CARD_STEPS } from "../../../schema/vocabulary.ts";
import { Field, Form, Press, Tick } from "./fields.tsx";
import { List, Section } from "./list.tsx";

type Props = { card: EmergencyCard; words: Words };

/** Everything on the card but its photos. */
export function EmergencyForm({ card, words }: Props) {
  const { emergency: own } = words;
  return (
    <Form action="/emergency/edit" class="panel">
      <input type="hidden" name="version" value={String(card.version)} />
      <h2>{own.where}</h2>
      {CARD_PLACES.map((place) => (
        <Field
          label={own.places[place]}
          name={place}
          hint={own.placeHints[place]}
          maxlength={LIMITS.cardTextMax}
          value={card.places[place]}
          rows={2}
        />
      ))}
      <h2>{own.call}</h2>
      {Array.from({ length: linesFor(card) }, (_, index) => (
        <div class="row">
          {(["name", "phone", "note"] as const).map((field) => (
            <Field
              label={`${own[field]} ${index + 1}`}
              name={`${field}_${index}`}
              {...(field === "phone" ? { type: "tel" } : {})}
              value={card.calls[index]?.[field]}
              maxlength={LIMITS.nameCharactersMax}
              autocomplete="off"
            />
          ))}
        </div>
      ))}
      <h2>{own.todo}</h2>
      {CARD_STEPS.map((step) => (
        <Field
          label={own.steps[step]}
          name={step}
          hint={own.stepsHint}
          maxlength={LIMITS.cardStepsMax}
          value={card.steps[step]}
          rows={4}
        />
      ))}
      <Tick name="is_shared" label={own.share} checked={card.is_shared} />
      <p class="hint">{own.shareHint}</p>
      <button type="submit">{words.owner.save}</button>
    </Form>
  );
}

const EMPTY_LINES = 2;

/** Those that are there, and some to fill in. */
const linesFor = ({ calls }: EmergencyCard): number =>
  Math.min(calls.length + EMPTY_LINES, LIMITS.cardCallsMax);

/** A picture that is chosen is made smaller by the browser where it can be; the server keeps its pixels alone. */
export function PhotoForms({ card, words }: Props) {
  const { emergency: own } = words;
  if (!card.takes_photos) return <p class="panel hint">{own.photosOff}</p>;
  const isFull = card.photos.length >= EMERGENCY_LIMITS.cardPhotosMax;
  return (
    <Section id="photos" title={own.photos} hint={isFull ? own.photosFull : own.photosHint}>
      {isFull
        ? null
        : CARD_PLACES.map((place) => (
            <form
              method="post"
              action={`/emergency/photos?place=${place}`}
              enctype="multipart/form-data"
              class="stack"
              data-photo={String(EMERGENCY_LIMITS.photoBytesMax)}
            >
              <p class="field">
                <label for={`photo-${place}`}>{`${own.photoOf}: ${own.places[place]}`}</label>
                <input id={`photo-${place}`} type="file" name="photo" accept="image/*" required />
              </p>
              <button type="submit" class="second">
                {own.addPhoto}
              </button>
            </form>
          ))}
      <List>
        {card.photos.map(({ id, place }) => (
          <li>
            <img
              class="thumb"
              src={`/emergency/photos/${id}`}
              alt={own.alt(own.places[place])}
              width="96"
              height="72"
              loading="lazy"
            />
            <Press action={`/emergency/photos/${id}/remove`} text={own.removePhoto} kind="second" />
          </li>
        ))}
      </List>
    </Section>
  );
}
