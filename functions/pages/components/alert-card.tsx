import { stepFor } from "../../../lib/emergency/card.ts";
import { type AlertKind, CARD_STEPS } from "../../../schema/vocabulary.ts";
import type { EmergencyCard } from "../../../schema/wire/account/emergency.ts";
import type { Teller } from "../format/teller.ts";
import { EmergencyCardView } from "./emergency-card.tsx";

/** The home's emergency card, and below which path its photos are shown to this reader. */
export type AlertCard = { card: EmergencyCard; photosPath: string };

/** What of the card helps with these kinds of alert; nothing where none is an emergency. */
export function CardPart({
  kinds,
  card,
  photosPath,
  teller,
}: AlertCard & { kinds: readonly AlertKind[]; teller: Teller }) {
  const steps = new Set(kinds.map(stepFor));
  const only = CARD_STEPS.filter((step) => steps.has(step));
  if (only.length === 0) return null;
  const { words } = teller;
  return (
    <section aria-labelledby="card">
      <h2 id="card">{words.emergency.title}</h2>
      <EmergencyCardView card={card} words={words} photosPath={photosPath} only={only} />
    </section>
  );
}
