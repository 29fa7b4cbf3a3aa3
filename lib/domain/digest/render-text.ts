import { textBars } from "./bars.ts";
import type { SensorView } from "./sensor-view.ts";
import type { DigestView, Line } from "./view.ts";

/** A name with a line break in it would look like lines of ours. */
const oneLine = (text: string): string => text.replace(/\s+/gu, " ").trim();

const lineText = ({ label, value }: Line): string => `- ${oneLine(label)}: ${oneLine(value)}`;

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ["", title, ...lines];

function sensorLine({ name, low, average, high, warning, bars }: SensorView): string {
  const range = low === "" ? average : `low ${low}, average ${average}, high ${high}`;
  const told = [range, warning].filter(Boolean).join(", ");
  const picture = bars.length === 0 ? "" : `  ${textBars(bars)}`;
  return `${lineText({ label: name, value: told })}${picture}`;
}

export function renderText(view: DigestView): string {
  const leftOut = view.sensorsLeftOut === 0 ? [] : [`- and ${view.sensorsLeftOut} more on the dashboard`];
  return [
    oneLine(view.summary),
    "",
    `${oneLine(view.home)}, ${view.dates}`,
    ...section("At a glance", view.glance.map(lineText)),
    ...section("Alerts", view.alerts.map(lineText)),
    ...section("Outages", view.outages.map(lineText)),
    ...section("Sensors", [...view.sensors.map(sensorLine), ...leftOut]),
    "",
    `More on the dashboard: ${view.links.dashboard}`,
    `No more mails like this: ${view.links.unsubscribe}`,
    "",
  ].join("\n");
}
