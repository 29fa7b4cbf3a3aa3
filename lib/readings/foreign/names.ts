import { remembered } from "../../kernel/remembered.ts";

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

const TEXT_CHARACTERS_MAX = 80;

const ID_NAMES =
  `devEui devEUI dev_eui deviceEui device_eui id ID _id mac MAC macAddress mac_address address addr serial serialNumber
  serial_number sn device_id deviceId deviceID deviceid sensor_id sensorId SensorID sensorID node_id nodeId uid uuid
  unique_id uniqueId imei eui sensor_sn station_id module_id mid zoneId`.split(/\s+/);
const LABEL_NAMES =
  `friendly_name friendlyName label name Name deviceName device_name sensorName sensor_name SensorName
  displayName display_name alias nickname title module_name moduleName station_name stationName room roomName
  room_name location place zone area`.split(/\s+/);
/** What only people, or a host, call a place. */
const PLACES = `place location room zone room_name location_name zone_name nickname device_name device_label display_label
  type_instance plugin_instance host`;

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

/** True if values below a name (in snake case) are never current measurements. */
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

/** The first of these members that is a short text, or a whole number. */
export const firstText = (object: Record<string, unknown>, names: readonly string[]): string | null => {
  for (const name of names) {
    const found = Object.hasOwn(object, name) ? shortText(object[name]) : null;
    if (found !== null) return found;
  }
  return null;
};

/** What a thing of a body is called: by the sender, for keys; and by people. */
type Identity = { id: string | null; label: string | null };

export const identityOf = (object: Record<string, unknown>): Identity => ({
  id: isEvent(object) ? null : firstText(object, ID_NAMES),
  label: firstText(object, LABEL_NAMES),
});

/** The id of an event is another one each time. */
const isEvent = (object: Record<string, unknown>): boolean =>
  Object.hasOwn(object, "eventTime") || Object.hasOwn(object, "specversion");

/**
 * A table of names in snake case, the form in which all records here look up names; the first one takes precedence.
 */
export const ranked = (names: string): Map<string, number> =>
  new Map(names.split(/\s+/).map((name, rank) => [name, rank]));

/** What a value is called. */
export const VALUES = ranked(
  `value values has_simple_result value_localized val v display_value formatted_value current_value last_value latest_value last_reading_value last_reading reading_value numeric_value value_num value_number
  double_value float_value number_value int_value string_value value_string measured_value measure_value sensor_value
  reading actual latest new_value state native_value plain_value measurement_value measurement si_value sensor_current cur_val aval mean present is_present
  present_value valor wert messwert valeur valore waarde
  faulted detected is_detected triggered active is_active open is_open is_opened wet is_wet leaking payload data`,
);

export const STRONG_VALUES = new Map([...VALUES].slice(0, VALUES.get("state")));

export const UNITS = ranked(
  `unit units uom unit_of_measurement unit_of_measure unit_symbol symbol unit_code measurement_unit measure_unit
  value_unit unit_name chart_unit native_unit_of_measurement u engineering_units unidad einheit unite unita eenheid physical_unit si_unit`,
);

/** What is measured; then what people or the sender call the place. */
export const KIND_NAMES = ranked(
  `type kind device_class parameter param metric measurement quantity reading value_name valuename sensor_type phenomenon property variable var
  characteristic attribute capability value_type measurement_type class data_type q field code title titel titre name key label
  sensor channel id description n service feature topic path entity_id resource measurand parameter_name point
  point_name tag_name identifier object_id sensor_name object_name point_type magnitud grandeur messgroesse bezeichnung
  nombre nom grandezza datastream data_stream data_stream_name stream series sensor_code reading_type metric_name
  variable_name channel_name observed_property signal measurement_name attribute_name property_name capability_id
  alias feed target physical_property_name sensor_measurement_type event_name payload_type sensor_class`,
);

export const PLACE_NAMES = ranked(
  `friendly_name human_name name display_name label title titel titre sensor_name sensor key device tag ${PLACES} id sensor_id address
  serial sensor_sn sensor_descr dis uid channel index n object_name obis`,
);

/** Asked also where the name of a value is what it measures. */
export const GIVEN_NAMES = ranked(`display_name friendly_name human_name label tag ${PLACES}`);
