import type {
  AlertKind,
  CardPlace,
  CardStep,
  Channel,
  PhotoType,
  Plan,
  SensorKind,
} from "../../schema/vocabulary.ts";
import type { CardContent } from "../../schema/wire/account/emergency.ts";
import { type EscalationStep, isForContact, isForMember, takesChannel } from "../alerts/escalation.ts";
import { DAY_MS, HOUR_MS } from "../kernel/time.ts";
import type { Words } from "../language/pages.ts";
import { hasChannel } from "../people/entitlement.ts";

const EMPTY: CardContent = {
  places: { address: "", shutoff: "", breaker: "", boiler: "" },
  steps: { freeze: "", leak: "", power: "" },
  calls: [],
};

/** A sensor with readings within a day is recent, and a channel that worked within a quarter of a year is proven. */
const RECENT_MS = 24 * HOUR_MS;
const PROVEN_MS = 90 * DAY_MS;

export type CardPhoto = {
  id: string;
  place: CardPlace;
  type: PhotoType;
  bytes: number;
  width: number;
  height: number;
};

/** `version` is 0 until somebody first saves the card. `takes_photos`: this installation can store photos. */
export type EmergencyCard = CardContent & {
  is_shared: boolean;
  version: number;
  photos: CardPhoto[];
  takes_photos: boolean;
};

type StoredCard = { card: CardContent; isShared: boolean; version: number };

/** A home's card and photos; `stored` is null until somebody first saves the card. */
export type CardFacts = { stored: StoredCard | null; photos: CardPhoto[] };

export function shownCard({ stored, photos }: CardFacts, takesPhotos: boolean): EmergencyCard {
  const { card, isShared, version } = stored ?? { card: EMPTY, isShared: false, version: 0 };
  // Cards saved before the address existed lack it.
  const places = { ...EMPTY.places, ...card.places };
  return { ...card, places, is_shared: isShared, version, photos, takes_photos: takesPhotos };
}

/** The card's step that helps with an alert; null if none does. */
export const STEP_FOR: Readonly<Record<AlertKind, CardStep | null>> = {
  leak: "leak",
  freeze: "freeze",
  forecast: "freeze",
  time_to_freeze: "freeze",
  heating_stopped: "freeze",
  incident: "freeze",
  outage: "power",
  cold_storage: "power",
  humidity: null,
  sensor_fault: null,
  rule: null,
};

export const photoKey = (id: string): string => `photos/${id}`;

/** Times are ISO 8601. `alarmedAt` is when the sensor last reported water or cold, as far as we know, else null. */
type CoveredSensor = {
  id: string;
  name: string;
  kind: SensorKind;
  space: string;
  latestAt: string | null;
  alarmedAt: string | null;
};

export type CoverageFacts = {
  /** The sensors that warn of frost and of water. */
  sensors: CoveredSensor[];
  /** Names of devices and feeds that never sent a reading. */
  unheard: string[];
  /** Devices and feeds with recent readings: the sources of all readings. */
  sources: number;
  people: {
    id: string;
    name: string;
    /** A viewer gets alerts, but a home can't count on a viewer to act. */
    isViewer: boolean;
    channels: { channel: Channel; label: string; provenAt: string | null }[];
  }[];
  /** Contacts outside the home; without a channel until they agree, and after they stop. */
  contacts: { id: string; name: string; channels: { channel: Channel }[] }[];
  /** The home's own escalation steps; empty for the default steps, which go to all members. */
  steps: EscalationStep[];
  plan: Plan;
};

/** A reason why a home may get no warning. */
export type Gap = {
  gap: keyof Words["coverage"]["gaps"];
  /** The room, device, sensor, channel or person that the gap is about; null for the whole home. */
  about: string | null;
  /** The sensor's id if the gap is about a sensor, else null. */
  sensor_id: string | null;
  /** When the room was last online, the sensor wet or cold, or the channel proven (ISO 8601); null for never. */
  last_at: string | null;
};

const gapOf = (gap: Gap["gap"], about: string | null = null, more: Partial<Gap> = {}): Gap => ({
  gap,
  about,
  sensor_id: null,
  last_at: null,
  ...more,
});

/** Finds a home's gaps: silent rooms, untested sensors and channels, and reliance on one person, channel or device. */
export function judgeCoverage(facts: CoverageFacts, now: Date): Gap[] {
  const { sensors: guards, unheard, sources } = facts;
  const people = facts.people.filter(({ isViewer }) => !isViewer);
  const isWithin = (at: string | null, ms: number): boolean =>
    at !== null && now.getTime() - Date.parse(at) <= ms;
  const spaces = [...new Set(guards.map(({ space }) => space))].sort();
  const silent = spaces.flatMap((space) => {
    const heard = guards.filter((sensor) => sensor.space === space).flatMap(({ latestAt }) => latestAt ?? []);
    const last = heard.toSorted().at(-1) ?? null;
    return isWithin(last, RECENT_MS) ? [] : [gapOf("room_silent", space, { last_at: last })];
  });
  const channels = people.flatMap((person) =>
    person.channels
      .filter(({ channel }) => hasChannel(facts.plan, channel))
      .map((channel) => ({
        ...channel,
        about: channel.label === person.name ? channel.label : `${channel.label} (${person.name})`,
      })),
  );
  return [
    ...(guards.length === 0 ? [gapOf("no_sensor")] : []),
    ...unheard.map((name) => gapOf("no_data_yet", name)),
    ...silent,
    ...unreached(facts),
    ...(people.length === 1 ? [gapOf("one_person", people[0]?.name ?? null)] : []),
    ...(new Set(channels.map(({ channel }) => channel)).size <= 1
      ? [gapOf("one_channel", channels[0]?.label ?? null)]
      : []),
    ...(guards.length > 0 && sources <= 1 ? [gapOf("one_source")] : []),
    ...channels
      .filter(({ provenAt }) => !isWithin(provenAt, PROVEN_MS))
      .map(({ about, provenAt }) => gapOf("channel_unproven", about, { last_at: provenAt })),
    ...untried(guards, "flood", "never_wet"),
    ...untried(guards, "temperature", "never_cold"),
  ];
}

/** Finds the steps that reach nobody: their people have left, or have no channel of the step's. */
function unreached({ steps, people, contacts, plan }: CoverageFacts): Gap[] {
  // A member gets a mail instead of what the plan excludes.
  const called = contacts.filter(({ channels }) => channels.some(({ channel }) => hasChannel(plan, channel)));
  const silent = steps.filter((step, place) => {
    const members = people.filter(({ id }) => isForMember(step, id, steps.slice(0, place)));
    return ![...members, ...called.filter(({ id }) => isForContact(step, id))].some(({ channels }) =>
      channels.some(({ channel }) => takesChannel(step, channel)),
    );
  });
  const named = [...people, ...contacts];
  return silent.map(({ whom }) =>
    gapOf("step_reaches_nobody", named.find(({ id }) => id === whom)?.name ?? null),
  );
}

const untried = (guards: readonly CoveredSensor[], kind: SensorKind, gap: Gap["gap"]): Gap[] =>
  guards
    .filter((sensor) => sensor.kind === kind && sensor.alarmedAt === null)
    .map(({ id, name, space }) => gapOf(gap, space === "" ? name : `${name} (${space})`, { sensor_id: id }));

export const EMERGENCY_LIMITS = {
  /** Photos on a home's emergency card, and the limits of each: 240 KB, and more pixels than any screen shows. */
  cardPhotosMax: 6,
  photoBytesMax: 245_760,
  photoSideMax: 4_096,
} as const;
