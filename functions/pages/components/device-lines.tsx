import type { DeviceNote } from "../../../lib/sharing/home-page/standing.ts";
import type { Teller } from "../format/teller.ts";
import { Ago } from "./ago.tsx";
import { Facts, List, Row } from "./list.tsx";
import { useTeller } from "./teller-scope.ts";

export const DeviceLines = ({ notes }: { notes: readonly DeviceNote[] }) => (
  <List items={notes} asks={isOdd}>
    {(note) => (
      <Row
        href={`/devices/${note.device.id}`}
        lead={<span class={`dot ${note.status}`} />}
        title={note.device.name}
        hint={<DeviceNoteText note={note} />}
      />
    )}
  </List>
);

export const isOdd = ({ status, hasLowBattery, hasWeakSignal, device }: DeviceNote): boolean =>
  (status !== "ok" && status !== "disabled") ||
  hasLowBattery ||
  hasWeakSignal ||
  device.clockOffsetSeconds !== null;

export function DeviceNoteText({ note }: { note: DeviceNote }) {
  const { device, status, batteryPct, batteryDaysLeft, hasLowBattery, hasWeakSignal } = note;
  const teller = useTeller();
  const { home, status: words } = teller.words;
  const facts = [
    words[status],
    device.lastSeenAt !== null && status !== "disabled" && <Ago at={device.lastSeenAt} />,
    batteryPct !== null && (
      <span class={hasLowBattery ? "mark low" : ""}>
        {home.battery(Math.round(batteryPct))}
        {batteryDaysLeft === null ? null : `, ${home.batteryDays(Math.round(batteryDaysLeft))}`}
      </span>
    ),
    hasWeakSignal && home.weakSignal,
    device.clockOffsetSeconds !== null && clockText(device.clockOffsetSeconds, teller),
  ];
  return <Facts of={facts} />;
}

function clockText(seconds: number, { words, span }: Teller): string {
  const by = span(Math.abs(seconds) * 1_000);
  return seconds > 0 ? words.home.clockAhead(by) : words.home.clockBehind(by);
}
