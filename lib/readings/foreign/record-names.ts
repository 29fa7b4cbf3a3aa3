/** A table of names in snake case, which the names of all records here are asked in; the first goes before the others. */
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
/** What only people, or a host, call a place. */
const PLACES = `place location room zone room_name location_name zone_name nickname device_name device_label display_label
  type_instance plugin_instance host`;
export const PLACE_NAMES = ranked(
  `friendly_name human_name name display_name label title titel titre sensor_name sensor key device tag ${PLACES} id sensor_id address
  serial sensor_sn sensor_descr dis uid channel index n object_name obis`,
);
/** Asked also where the name of a value is what it measures. */
export const GIVEN_NAMES = ranked(`display_name friendly_name human_name label tag ${PLACES}`);
