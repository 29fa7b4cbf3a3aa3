import type { AlertKind, CardStep } from "../../schema/vocabulary.ts";
import type {
  CardContent,
  EmergencyCard,
  CardPhoto as PhotoItem,
} from "../../schema/wire/account/emergency.ts";

type StoredCard = { card: CardContent; isShared: boolean; version: number };
/** A home's card and photos; `stored` is null while nobody has written any of it. */
export type CardFacts = { stored: StoredCard | null; photos: PhotoItem[] };

const EMPTY: CardContent = {
  places: { shutoff: "", breaker: "", boiler: "" },
  steps: { freeze: "", leak: "", power: "" },
  calls: [],
};

export function shownCard({ stored, photos }: CardFacts, takesPhotos: boolean): EmergencyCard {
  const { card, isShared, version } = stored ?? { card: EMPTY, isShared: false, version: 0 };
  return { ...card, is_shared: isShared, version, photos, takes_photos: takesPhotos };
}

/** Which of its steps help with an alert; null where none does. */
export function stepFor(kind: AlertKind): CardStep | null {
  switch (kind) {
    case "leak":
      return "leak";
    case "freeze":
    case "forecast":
    case "time_to_freeze":
    case "heating_stopped":
    case "incident":
      return "freeze";
    case "outage":
    case "cold_storage":
      return "power";
    case "humidity":
    case "sensor_fault":
    case "rule":
      return null;
    default:
      return kind satisfies never;
  }
}

export const photoKey = (id: string): string => `photos/${id}`;
