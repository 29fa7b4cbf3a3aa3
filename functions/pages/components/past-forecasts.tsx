import { type ForecastRecord, shownForecast } from "../../../lib/alerts/shown-alert.ts";
import { sensorOf } from "../../../lib/sharing/home-page/family-pages.actions.ts";
import type { PageDevice } from "../../../lib/sharing/home-page/page-home.ts";
import { nameOf } from "../format/name-of.ts";
import type { Teller } from "../format/teller.ts";

type Props = { forecasts: readonly ForecastRecord[]; devices: readonly PageDevice[]; teller: Teller };

/** When the rooms were said to freeze, hour by hour, and whether it came so. */
export function PastForecasts({ forecasts, devices, teller }: Props) {
  const words = teller.words.alertPage.forecasts;
  if (forecasts.length === 0) return null;
  const shown = forecasts.map(shownForecast);
  const tested = shown.filter((each) => each.was_in_range !== null);
  const right = tested.filter((each) => each.was_in_range === true).length;
  const time = (at: string): string => teller.dateTime(new Date(at));
  return (
    <section class="panel" aria-labelledby="forecasts">
      <h2 id="forecasts">{words.title}</h2>
      {tested.length > 0 ? <p>{words.held(right, tested.length)}</p> : null}
      <ol class="story">
        {shown.map((each) => {
          const found = sensorOf(devices, each.sensor_id);
          const place = found === null ? "" : found.device.space || nameOf(found.sensor, teller.words);
          const end = each.ended_at === null ? "" : time(each.ended_at);
          const latest = each.latest_at === null ? null : time(each.latest_at);
          return (
            <li>
              <strong>{place}</strong> <time datetime={each.made_at}>{time(each.made_at)}</time>
              <p class="hint">
                {words.range(time(each.earliest_at), latest)}
                {" · "}
                {words.outcomes[each.outcome](end)}
                {each.was_in_range === null ? null : ` · ${each.was_in_range ? words.inside : words.outside}`}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
