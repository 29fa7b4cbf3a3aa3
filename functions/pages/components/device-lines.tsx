import type { DeviceNote } from "../../../lib/sharing/home-page/standing.ts";
import type { Teller } from "../format/teller.ts";
import { Ago } from "./ago.tsx";
import { List, Row } from "./list.tsx";

/** A line for each device: its status, its battery, its signal. */
export const DeviceLines = ({ notes, teller }: { notes: readonly DeviceNote[]; teller: Teller }) => (
  <List>
    {notes.map((note) => (
      <Row
        href={`/devices/${note.device.id}`}
        lead={<span class={`dot ${note.status}`} />}
        title={note.device.name}
        hint={<DeviceNoteText note={note} teller={teller} />}
      />
    ))}
  </List>
);

/** There is something to know of it. */
export const isOdd = ({ status, hasLowBattery, hasWeakSignal, device }: DeviceNote): boolean =>
  (status !== "ok" && status !== "disabled") ||
  hasLowBattery ||
  hasWeakSignal ||
  device.clockOffsetSeconds !== null;

export function DeviceNoteText({ note, teller }: { note: DeviceNote; teller: Teller }) {
  const { device, status, batteryPct, batteryDaysLeft, hasLowBattery, hasWeakSignal } = note;
  const { words } = teller;
  return (
    <>
      {words.status[status]}
      {device.lastSeenAt === null || status === "disabled" ? null : (
        <>
          {" · "}
          <Ago at={device.lastSeenAt} teller={teller} />
        </>
      )}
      {batteryPct === null ? null : (
        <>
          {" · "}
          <span class={hasLowBattery ? "mark low" : ""}>
            {words.home.battery(Math.round(batteryPct))}
            {batteryDaysLeft === null ? null : `, ${words.home.batteryDays(Math.round(batteryDaysLeft))}`}
          </span>
        </>
      )}
      {hasWeakSignal ? ` · ${words.home.weakSignal}` : null}
      {device.clockOffsetSeconds === null ? null : ` · ${clockText(device.clockOffsetSeconds, teller)}`}
    </>
  );
}

function clockText(seconds: number, { words, span }: Teller): string {
  const by = span(Math.abs(seconds) * 1_000);
  return seconds > 0 ? words.home.clockAhead(by) : words.home.clockBehind(by);
}
