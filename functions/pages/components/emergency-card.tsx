import { type EmergencyCard, stepFor } from "../../../lib/emergency/card.ts";
import type { Words } from "../../../lib/language/pages.ts";
import {
  type AlertKind,
  CARD_PLACES,
  CARD_STEPS,
  type CardPlace,
  type CardStep,
} from "../../../schema/vocabulary.ts";
import { useTeller } from "../format/teller.tsx";

export type AlertCard = { card: EmergencyCard; photosPath: string };

/** What of the card helps with these kinds of alert; nothing where none is an emergency. */
export function CardPart({ kinds, ...shown }: AlertCard & { kinds: readonly AlertKind[] }) {
  const steps = new Set(kinds.map(stepFor));
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
  /** On an alert: these steps, and only what somebody has written down; all of it where it is left out. */
  only?: readonly CardStep[];
};

export function EmergencyCardView({ card, photosPath, only }: Props) {
  const { words } = useTeller();
  const { emergency: own } = words;
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
              {stepsOf(card, step, words).map((line) => (
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

/** The home's own steps, or ours in the reader's language. */
function stepsOf({ steps }: EmergencyCard, step: CardStep, { emergency }: Words): string[] {
  return [...(steps[step] || emergency.own[step]).matchAll(/\S.*/g)].map(([line]) => line.trimEnd());
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
