import { batteryDaysLeft } from "../derived/battery-days-left.ts";
import { deviceStatus } from "../device-status.ts";
import { dayNumber } from "../history/utc-day.ts";
import type { PageDevice, PageHome } from "./page-home.ts";

/** What is worth knowing of a device itself: that it is silent, weak or empty soon. */
export type DeviceNote = {
  device: PageDevice;
  status: ReturnType<typeof deviceStatus>;
  batteryPct: number | null;
  /** Days left at the rate of its last weeks; null where that is not known. */
  batteryDaysLeft: number | null;
  hasLowBattery: boolean;
  hasWeakSignal: boolean;
};

const BATTERY_PCT_LOW = 20;
const BATTERY_DAYS_LOW = 30;
const RSSI_WEAK = -80;

/** The notes of every device, in the home's order. */
export const deviceNotes = ({ devices }: Pick<PageHome, "devices">, now: Date): DeviceNote[] =>
  devices.map((device) => {
    const { batteryPct, rssi, batteryDays } = device;
    const daysLeft = batteryDaysLeft(batteryDays, dayNumber(now.getTime()));
    return {
      device,
      status: deviceStatus(device, now),
      batteryPct,
      batteryDaysLeft: daysLeft,
      hasLowBattery:
        (batteryPct !== null && batteryPct <= BATTERY_PCT_LOW) ||
        (daysLeft !== null && daysLeft <= BATTERY_DAYS_LOW),
      hasWeakSignal: rssi !== null && rssi < RSSI_WEAK,
    };
  });
