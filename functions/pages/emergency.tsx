import { changeCard, keepPhoto, removePhoto, showCard } from "../../lib/emergency/card.actions.ts";
import { EMERGENCY_LIMITS, type EmergencyCard, STEP_FOR } from "../../lib/emergency/card.ts";
import { done } from "../../lib/kernel/outcome.ts";
import type { Words } from "../../lib/language/pages.ts";
import { LIMITS } from "../../schema/limits.ts";
import {
  type AlertKind,
  CARD_PLACES,
  CARD_STEPS,
  type CardPlace,
  type CardStep,
} from "../../schema/vocabulary.ts";
import { EmergencyCardChange, PhotoQuery } from "../../schema/wire/account/emergency.ts";
import { imageBody } from "../_http/body.ts";
import { validate } from "../_http/validate.ts";
import { Field, Form, Tick } from "./components/fields.tsx";
import { LinkLine, List, Second, Section } from "./components/list.tsx";
import type { SentForm } from "./form.ts";
import { doneAt, formRefused } from "./form-note.ts";
import { useTeller } from "./format/teller.tsx";
import type { PageContext } from "./page.tsx";
import type { Site } from "./site.ts";

const EDIT = "/emergency/edit";
const PHOTOS = "/emergency/photos";

/** `/emergency` and `/emergency/edit`: the card to read and print, and the forms that fill it in. */
export function emergencyPages({ services, post, page, photos }: Site): void {
  const load = (c: PageContext["c"]) => showCard(services, c.var.householdId);
  page("/emergency", null, {
    load,
    view: ({ card }, { c, words, mayDo }) => [
      <p class="hint">{c.var.home?.name}</p>,
      <p class="screen">{words.emergency.lead}</p>,
      mayDo("manage_emergency_card") && (
        <LinkLine
          class="screen"
          kind="button"
          href={EDIT}
          text={card.version === 0 ? words.emergency.write : words.emergency.edit}
        />
      ),
      <EmergencyCardView card={card} photosPath={PHOTOS} />,
    ],
  });
  const { act } = page(EDIT, "manage_emergency_card", {
    load,
    title: ({ settings }) => settings.emergency,
    up: ({ settings }) => ["/emergency", settings.emergency],
    view: ({ card }, { words: { emergency: own } }) => [
      <Form
        action={EDIT}
        labels={{ ...own.places, ...own.steps }}
        values={{ ...card.places, ...card.steps }}
        class="panel"
      >
        <input type="hidden" name="version" value={String(card.version)} />
        <h2>{own.where}</h2>
        {CARD_PLACES.map((place) => (
          <Field name={place} hint={own.placeHints[place]} maxlength={LIMITS.cardTextMax} rows={2} />
        ))}
        <h2>{own.call}</h2>
        {Array.from(
          { length: Math.min(card.calls.length + EMPTY_LINES, LIMITS.cardCallsMax) },
          (_, index) => (
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
          ),
        )}
        <h2>{own.todo}</h2>
        {CARD_STEPS.map((step) => (
          <Field name={step} hint={own.stepsHint} maxlength={LIMITS.cardStepsMax} rows={4} />
        ))}
        <Tick name="is_shared" label={own.share} checked={card.is_shared} />
        <p class="hint">{own.shareHint}</p>
      </Form>,
      // The browser's script shrinks a photo before it is sent. The server stores only its pixels, without metadata.
      card.takes_photos ? (
        <Section id="photos" title={own.photos} hint={isFull(card) ? own.photosFull : own.photosHint}>
          {isFull(card) ? null : (
            <form
              method="post"
              action={PHOTOS}
              enctype="multipart/form-data"
              class="stack"
              data-photo={String(EMERGENCY_LIMITS.photoBytesMax)}
            >
              <p class="field">
                <label for="photo">{own.photo}</label>
                <input id="photo" type="file" name="photo" accept="image/*" required />
              </p>
              <div class="row">
                {CARD_PLACES.map((place) => (
                  <Second formaction={`${PHOTOS}?place=${place}`} text={own.places[place]} />
                ))}
              </div>
            </form>
          )}
          <List items={card.photos}>
            {({ id, place }) => ({
              lead: (
                <img class="thumb" src={`${PHOTOS}/${id}`} alt="" width="96" height="72" loading="lazy" />
              ),
              title: own.places[place],
              press: { action: `${PHOTOS}/${id}/remove`, text: own.removePhoto },
            })}
          </List>
        </Section>
      ) : (
        <p class="panel hint">{own.photosOff}</p>
      ),
    ],
  });
  act(EDIT, "manage_emergency_card", EmergencyCardChange, changeCard, "saved", {
    wish: wishOf,
    nameField: ([list, place, field], { text }) =>
      list === "calls" ? `${field}_${callLines(text)[Number(place)]}` : undefined,
    to: "/emergency",
  });
  post(PHOTOS, "manage_emergency_card", async (c) => {
    const query = validate(PhotoQuery, { place: c.req.query("place") });
    if (!query.ok) return formRefused(c, EDIT, query.problem);
    const bytes = await imageBody(c);
    if (!bytes.ok) return formRefused(c, EDIT, bytes.problem);
    const kept = await keepPhoto(services, c.var, { place: query.value.place, bytes: bytes.value });
    return kept.ok ? doneAt(c, EDIT, "saved") : formRefused(c, EDIT, kept.problem);
  });
  photos("/emergency", null, (c) => done(c.var));
  act(`${PHOTOS}/:id/remove`, "manage_emergency_card", null, removePhoto, "removed");
}

/** Returns the numbers of the filled lines: those with a name or a phone number. */
const callLines = (text: SentForm["text"]): number[] =>
  [...Array(LIMITS.cardCallsMax).keys()].filter((line) => text(`name_${line}`) || text(`phone_${line}`));

/** Returns the form's fields in the shape of `EmergencyCardChange`. */
function wishOf({ text, yes, number }: SentForm) {
  const lines = (name: string) => text(name).replaceAll("\r\n", "\n");
  return {
    places: Object.fromEntries(CARD_PLACES.map((place) => [place, lines(place)])),
    steps: Object.fromEntries(CARD_STEPS.map((step) => [step, lines(step)])),
    calls: callLines(text).map((line) => ({
      name: text(`name_${line}`) || text(`phone_${line}`),
      phone: text(`phone_${line}`),
      note: text(`note_${line}`),
    })),
    is_shared: yes("is_shared"),
    version: number("version"),
  };
}

const EMPTY_LINES = 2;

const isFull = ({ photos }: EmergencyCard): boolean => photos.length >= EMERGENCY_LIMITS.cardPhotosMax;

export type AlertCard = { card: EmergencyCard; photosPath: string };

/** The part of the card that helps with the given kinds of alert; nothing if none has steps on the card. */
export function CardPart({ kinds, ...shown }: AlertCard & { kinds: readonly AlertKind[] }) {
  const steps = new Set(kinds.map((kind) => STEP_FOR[kind]));
  const only = CARD_STEPS.filter((step) => steps.has(step));
  if (only.length === 0) return null;
  return (
    <section aria-labelledby="card">
      <h2 id="card">{useTeller().words.settings.emergency}</h2>
      <EmergencyCardView {...shown} only={only} />
    </section>
  );
}

type Props = AlertCard & {
  /** For an alert: shows only the given steps, and hides places and calls without an entry. Default: the whole card. */
  only?: readonly CardStep[];
};

export function EmergencyCardView({ card, photosPath, only }: Props) {
  const { emergency: own } = useTeller().words;
  const steps = only ?? CARD_STEPS;
  const isKnown = (of: CardPlace) => card.places[of] !== "" || card.photos.some(({ place }) => place === of);
  const places = CARD_PLACES.filter((place) => only === undefined || isKnown(place));
  return (
    <article class="emergency">
      <section class="panel">
        <h2>{own.todo}</h2>
        {steps.map((step) => (
          <>
            {steps.length > 1 && <h3>{own.steps[step]}</h3>}
            <ol>
              {stepsOf(card, step, own).map((line) => (
                <li>{line}</li>
              ))}
            </ol>
          </>
        ))}
      </section>
      <section class="panel" hidden={places.length === 0}>
        <h2>{own.where}</h2>
        <dl>
          {places.map((place) => (
            <>
              <dt>{own.places[place]}</dt>
              <dd>
                {card.places[place] || <span class="hint">{own.unknown}</span>}
                <Photos photos={card.photos.filter((photo) => photo.place === place)} path={photosPath} />
              </dd>
            </>
          ))}
        </dl>
      </section>
      <section class="panel" hidden={only !== undefined && card.calls.length === 0}>
        <h2>{own.call}</h2>
        {card.calls.length === 0 && <p class="hint">{own.nobody}</p>}
        <ul class="calls">
          {card.calls.map(({ name, phone, note }) => (
            <li>
              <strong>{name}</strong>{" "}
              {/\d/.test(phone) ? <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a> : phone}
              {note !== "" && <span class="hint"> {note}</span>}
            </li>
          ))}
        </ul>
      </section>
    </article>
  );
}

/** Returns the home's own steps, one a line, or our default steps in the reader's language. */
function stepsOf({ steps }: EmergencyCard, step: CardStep, { own }: Words["emergency"]): string[] {
  return [...(steps[step] || own[step]).matchAll(/\S.*/g)].map(([line]) => line.trimEnd());
}

function Photos({ photos, path }: { photos: EmergencyCard["photos"]; path: string }) {
  const { alt, places } = useTeller().words.emergency;
  if (photos.length === 0) return null;
  return (
    <span class="photos">
      {photos.map(({ id, place, width, height }) => (
        <a href={`${path}/${id}`}>
          <img src={`${path}/${id}`} alt={alt(places[place])} width={width} height={height} loading="lazy" />
        </a>
      ))}
    </span>
  );
}
