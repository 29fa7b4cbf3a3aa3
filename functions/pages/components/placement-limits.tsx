import { shownPlacementSettings } from "../../../lib/alerts/settings/settings.ts";
import type { HomeOverrides } from "../../../lib/alerts/settings.ts";
import { capital } from "../../../lib/kernel/text.ts";
import type { Placement } from "../../../schema/vocabulary.ts";
import type { Teller } from "../format/teller.ts";
import { degreesText } from "./alert-limits.tsx";

type PlacesProps = { placements: readonly Placement[]; home: HomeOverrides; action: string; teller: Teller };

/** The placements of the home's sensors with what is warned of there; all of a line leads to where that is changed. */
export function PlacementLimits({ placements, home, action, teller }: PlacesProps) {
  const { limits, placement: names } = teller.words;
  if (placements.length === 0) return null;
  return (
    <section class="panel set" aria-labelledby="place-limits">
      <h2 id="place-limits">{limits.places}</h2>
      <p class="hint">{limits.placesHint}</p>
      <ul>
        {placements.map((placement) => {
          const { effective } = shownPlacementSettings(home, placement);
          return (
            <li>
              <a href={`${action}/${placement}`}>
                <strong>{names[placement]}</strong>
                <span class="hint">
                  {capital(degreesText(effective, teller))}
                  {home.byPlacement?.[placement] === undefined ? null : (
                    <span class="mark">{limits.own}</span>
                  )}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
