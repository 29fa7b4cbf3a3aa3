import { remembered } from "../../kernel/remembered.ts";

/** Names of envelopes: they say nothing of what is inside, and no key begins with them. */
export const WRAPPERS = new Set(
  `data payload decoded decoded_payload decodedpayload payload_fields object uplink_message uplink values fields
  measurements measurement measures measure attributes metrics readings reading telemetry state states reported params
  properties props body result results response message msg event content context sensors sensor devices device items
  list records rows current latest now last observation observations obs main report status entities modules stations
  station rooms nodes node tags channels features components series info sensordata sensor_data device_data
  devicedata dps datapoints data_points objects things elements entry entries samples value last_data lastdata
  current_conditions currentconditions conditions indoor_data dashboard_data last_data_point json capabilities
  services characteristics monitor thing shadow document summary live environment ambient climate detail details capabilities_obj sensor_data_points activity_data_points temp_sensor
  bytes gateways temperature_control_systems temperature_status zones inverters probes stats spot device_status last_values latest_values live_measurement feeds observation_list listeners`
    .split(/\s+/)
    .filter(Boolean),
);

/** Names of what is never measured now: settings, radios, places, forecasts and what was. */
const SKIPPED = new Set(
  `desired config configuration settings setting net rx_info rxinfo rx_metadata rxmetadata tx_info txinfo
  gateway_info location coord coords geo geometry position links _links meta metadata threshold thresholds limits alarms
  forecast forecasts hourly daily minutely history historical firmware update calibration options option owner
  previous old_state oldstate from_state minimum maximum min max average statistics system sys cloud mqtt
  correlation_ids identifiers tenant application normalized_payload_warnings delta offsets units unit
  current_units schema definition bat_info loc sensor_life zclheader leds seg tomorrow yesterday iaqi`
    .split(/\s+/)
    .filter(Boolean),
);

const SKIPPED_ENDING =
  /^(?:max|min)(?:imum)?_|^delta_|(?:^|_)(?:alarms?|alerts?|thresholds?|limits?|settings?|config(?:uration)?|calibration|capabilities|schedules?|programs?|set_?points?|forecasts?|history|statistics|errors?|faults?|firmware|options|modes?|values_changeable|changeable_values|ranges?|targets?|permissions?|preferences)$/;

/** Whether what is below a name (in snake case) is never measured now. */
export const isSkipped = remembered(
  (name: string): boolean => SKIPPED.has(name) || SKIPPED_ENDING.test(name),
);

/** A short text, or a whole number as one; null for everything else. */
export const shortText = (value: unknown): string | null => {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" && value.trim() !== "" && value.length <= TEXT_CHARACTERS_MAX
    ? value.trim()
    : null;
};

const TEXT_CHARACTERS_MAX = 80;

/** The first of these members that is a short text, or a whole number. */
export const firstText = (object: Record<string, unknown>, names: readonly string[]): string | null => {
  for (const name of names) {
    const found = Object.hasOwn(object, name) ? shortText(object[name]) : null;
    if (found !== null) return found;
  }
  return null;
};

const ID_NAMES =
  `devEui devEUI dev_eui deviceEui device_eui id ID _id mac MAC macAddress mac_address address addr serial serialNumber
  serial_number sn device_id deviceId deviceID deviceid sensor_id sensorId SensorID sensorID node_id nodeId uid uuid
  unique_id uniqueId imei eui sensor_sn station_id module_id mid zoneId`.split(/\s+/);
const LABEL_NAMES =
  `friendly_name friendlyName label name Name deviceName device_name sensorName sensor_name SensorName
  displayName display_name alias nickname title module_name moduleName station_name stationName room roomName
  room_name location place zone area`.split(/\s+/);

/** What a thing of a body is called: by the sender, for keys; and by people. */
type Identity = { id: string | null; label: string | null };

export const identityOf = (object: Record<string, unknown>): Identity => ({
  id: isEvent(object) ? null : firstText(object, ID_NAMES),
  label: firstText(object, LABEL_NAMES),
});

/** The id of an event is another one each time. */
const isEvent = (object: Record<string, unknown>): boolean =>
  Object.hasOwn(object, "eventTime") || Object.hasOwn(object, "specversion");
