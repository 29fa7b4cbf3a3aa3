import type { Placement } from "../../../schema/vocabulary.ts";
import type { Chance } from "../weather.ts";

/** What surrounds a space in a step: hours since the story began, °C outdoors, the share of its heating that works. */
type Around = { hours: number; outdoors: number; heating: number };

/** A space whose air moves on five minutes at a time. */
export type Space = {
  /** Where it truly is. */
  placement: Placement;
  /** Somebody lives in it, or pipes stand in it that a frost may break: a plain line at 40 °F watches it. */
  isGuarded: boolean;
  celsius: number;
  later: (around: Around) => void;
};

export const STEP_HOURS = 1 / 12;
const clockOf = (hours: number): number => ((hours % 24) + 24) % 24;

export type Heated = {
  tauHours: number;
  setpoint: number;
  setback: number;
  /** What the sun brings at noon, in K an hour of its air. */
  sun?: number;
  /** When a stove burns instead of a boiler: hours it lasts, of each so many. */
  stove?: { every: number; burns: number };
  /** °C that somebody turned it down to, by hours of the story. */
  turnedDown?: { from: number; to: number; celsius: number };
  /** A window that stands open, in hours of the story, and how much more of the outdoors it lets in. */
  windows?: { from: number; to: number; exchange: number }[];
  placement?: Placement;
  /** °C that its thermostat asks for, where that is no night setback. */
  wanted?: (hours: number) => number;
};

/** How a heated room follows its heating and the outdoors: one law for tuning, another for checking. */
export type RoomLaw = (chance: Chance, room: Heated) => Space;

export const SMALL_HOURS = STEP_HOURS / 5;

/** Air and walls, an on-off thermostat. Capacities are shares of the walls', conductances follow from `tauHours`. */
export const airAndWalls: RoomLaw = (chance, room) => {
  const { tauHours } = room;
  let [air, wall, isOn] = [room.setpoint, room.setpoint - 1, false];
  const [capacity, coupling] = [0.15, 0.12];
  const strength = (42 / tauHours) * chance.between(0.95, 1.15);
  return spaceOf(
    room,
    () => air,
    ({ hours, outdoors, heating }) => {
      const wanted = wantedAt(room, hours);
      isOn = air < wanted - 0.4 || (isOn && air < wanted + 0.4);
      const gives = burning(room, hours, isOn) * strength * heating;
      const [window, sun] = [exchangeAt(room, hours), sunAt(room, hours) / tauHours];
      for (let step = 0; step < 5; step += 1) {
        const exchange = coupling * (wall - air);
        const out = (0.4 / tauHours + window) * (outdoors - air);
        air += (SMALL_HOURS / capacity) * (exchange + out + 0.6 * gives + 0.5 * sun);
        wall += SMALL_HOURS * (-exchange + (0.6 / tauHours) * (outdoors - wall) + 0.4 * gives + 0.5 * sun);
      }
    },
  );
};

/** Never looked at while tuning: air, furniture and a slab on the ground, wind, and a heating that modulates. */
export const slabAndWind: RoomLaw = (chance, room) => {
  const { tauHours } = room;
  let [air, things, slab, wind] = [room.setpoint, room.setpoint, room.setpoint - 1.5, 1];
  const ground = chance.between(7, 11);
  const strength = (40 / tauHours) * chance.between(0.9, 1.2);
  return spaceOf(
    room,
    () => air,
    ({ hours, outdoors, heating }) => {
      wind = Math.max(0.3, wind + chance.normal() * 0.06 + (1 - wind) * 0.03);
      const wanted = wantedAt(room, hours);
      const asks = Math.min(1, Math.max(0, (wanted + 0.6 - air) / 1.2));
      const gives = burning(room, hours, true) * asks * strength * heating;
      const [window, sun] = [exchangeAt(room, hours), sunAt(room, hours) / tauHours];
      for (let step = 0; step < 5; step += 1) {
        const [toThings, toSlab] = [0.1 * (things - air), 0.06 * (slab - air)];
        const out = ((0.55 * wind) / tauHours + window) * (outdoors - air);
        air += (SMALL_HOURS / 0.08) * (toThings + toSlab + out + 0.45 * gives + 0.6 * sun);
        things += (SMALL_HOURS / 0.3) * (-toThings + 0.05 * (slab - things) + 0.4 * sun);
        const below = (0.4 / tauHours) * (outdoors - slab) + (ground - slab) / 300;
        slab += SMALL_HOURS * (-toSlab + 0.05 * (things - slab) + below + 0.55 * gives);
      }
    },
  );
};

export function spaceOf(room: Heated, air: () => number, move: (around: Around) => void): Space {
  const space: Space = {
    placement: room.placement ?? "room",
    isGuarded: true,
    celsius: room.setpoint,
    later(around) {
      move(around);
      space.celsius = air();
    },
  };
  return space;
}

export function wantedAt({ setpoint, setback, turnedDown, wanted }: Heated, hours: number): number {
  if (wanted !== undefined) return wanted(hours);
  if (turnedDown !== undefined && hours >= turnedDown.from && hours < turnedDown.to)
    return turnedDown.celsius;
  const clock = clockOf(hours);
  return clock < 6 || clock >= 22 ? setpoint - setback : setpoint;
}

export const burning = ({ stove }: Heated, hours: number, isOn: boolean): number =>
  stove === undefined
    ? Number(isOn)
    : Number(clockOf(hours) > 6 && hours % stove.every < stove.burns && isOn) * 1.6;

export const sunAt = ({ sun = 0 }: Heated, hours: number): number => {
  const clock = clockOf(hours);
  return clock > 9 && clock < 16 ? sun * Math.sin((Math.PI * (clock - 9)) / 7) : 0;
};

export const exchangeAt = ({ windows = [] }: Heated, hours: number): number =>
  windows.some(({ from, to }) => hours >= from && hours < to)
    ? Math.max(...windows.map(({ exchange }) => exchange))
    : 0;

type Between = {
  placement: Placement;
  coupling: number;
  lagHours: number;
  own: number;
  isGuarded?: boolean;
};

/** A crawl space, a garage, a pump house: between the outdoors and the ground or the house; `own` is what those keep. */
export function between(
  chance: Chance,
  { placement, coupling, lagHours, own, isGuarded = false }: Between,
): Space {
  let air = own;
  const share = coupling + chance.between(-0.04, 0.04);
  const space: Space = {
    placement,
    isGuarded,
    celsius: own,
    later({ outdoors, heating }) {
      const kept = own * heating + (isGuarded ? outdoors * (1 - heating) : own * (1 - heating));
      air += (STEP_HOURS / lagHours) * (share * outdoors + (1 - share) * kept - air);
      space.celsius = air;
    },
  };
  return space;
}

/** A place that does what it does whatever the house does: by the hours of the story and the outdoors. */
export function odd(placement: Placement, at: (hours: number, outdoors: number) => number): Space {
  const space: Space = {
    placement,
    isGuarded: false,
    celsius: 20,
    later({ hours, outdoors }) {
      space.celsius = at(hours, outdoors);
    },
  };
  return space;
}

export const ODD = {
  freezer: () => odd("freezer", (hours) => -19 + 1.5 * Math.sin(hours * 5) + (hours % 11 < 0.5 ? 6 : 0)),
  fridge: () =>
    odd("fridge", (hours) => 4 + Math.sin(hours * 6) + (clockOf(hours) > 17 && hours % 3 < 0.3 ? 3 : 0)),
  greenhouse: () =>
    odd(
      "greenhouse",
      (hours, outdoors) => outdoors + 1.5 + 9 * Math.max(0, Math.sin((Math.PI * (clockOf(hours) - 8)) / 9)),
    ),
  terrarium: () =>
    odd("room", (hours) => (clockOf(hours) > 8 && clockOf(hours) < 20 ? 29 : 22) + Math.sin(hours * 3)),
  sauna: () =>
    odd("room", (hours) =>
      Math.floor(hours / 24) % 3 === 1 && clockOf(hours) > 18 && clockOf(hours) < 21 ? 75 : 16,
    ),
  balcony: () =>
    odd("outdoor", (hours, outdoors) => outdoors + (clockOf(hours) > 10 && clockOf(hours) < 14 ? 4 : 0.5)),
  wine: () => odd("room", (hours) => 11 + 0.4 * Math.sin(hours)),
} satisfies Record<string, () => Space>;
