import { describe, expect, test } from "vitest";
import { isPlaceUnknown } from "../../../lib/alerts/sensor-truth.ts";
import { sensorSettings } from "../../../lib/devices/alert-settings.ts";
import { placeEvidence } from "../../../lib/devices/placement/place-evidence.ts";
import { placementOf } from "../../../lib/devices/placement/placement.ts";

const thermometer = (label: string) =>
  ({ label, kind: "temperature", unit: "°C", value: -5, placement: null, settings: {} }) as const;
const CELLAR = { name: "Heat pump", space: "Cellar", settings: {} };

const THERMOMETERS = `temp1 temp temperature temp_avg tempc temp_f tC temp1f temperature_2 Temperature "Air temperature" sensor_temp
  DS18B20_Temperature "DS18B20-1 Temperature" BME280_temperature "AM2301 Temperature" SHT3X_temp temp_28ff641e8fdb1 28-0316a2791bff
  "Temp 1" "Probe 7" t1 indoor_temp tempinf temp_in_c outdoorTemp "Channel 2 temperature" "WH31 temperature" wh31_temp_c
  "GW1100 indoor temperature" "Netatmo temperature" ecobee_temperature "Hue motion sensor temperature" Temperatura Température
  Lufttemperatur Temperatur "температура" 温度 온도 measure_temperature current_temperature t T4`;
const PLACES = `"Living room temperature" Cellar Kitchen_temp "Julia's temperature" "Max's room temperature" Wohnzimmer "Chambre température"
  Salón loft_temp "Cabin" "Water heater" "Boiler temperature" pipe_temp "Pump room" Laundry "Garage oil tank" Waschküche "Serre"
  "Guest bath" attic basement_temp_c "RV" bedroom2 "Kids 1" "Low ceiling hall" 地下室 "Crawl space"
  Larder "Pump house" "Lean to" Motorhome "Server cabinet" Heizungsraum "Gäste" "Salle de bain" "Sous sol" ufficio bodega förråd kælder
  bryggers työhuone dom kancelář прачечная konyha hálószoba bodrum porão escritório 屋根裏 지하실`;
const COMPUTED = `"Dew point" dewpoint dew_point_c "Living room dew point" feels_like "Feels like" wind_chill windchill "Wet bulb" wetBulb_temperature
  frost_point heat_index humidex apparent_temperature temp_diff temp_min "temperature min" "Temperature difference" temp_trend
  "Temperature trend" max_temp temp_change_24h_c temperature_departure_f "Bedroom temperature min" "Past24HourTemperatureDeparture"
  tempTL tempTH Taupunkt "setpoint temperature" "target temp" Td soiltempf "Raised bed soil" "Tonight's low"`;
const MACHINES = `oil_temp_f lubeOilTempF coolant_temp_c "Coolant temp" evaporator_temp_c refrigerant_temp_c suction_temperature_c supply_air_temp_c
  collector_temp_c solar_panel_temp ground_loop_temp_c brine_in_temp_c inverter_temp cpu_temperature battery_temp oil1_temp
  "heater_bed temperature" "printer temperature bed" "Printer bed temperature" compressor_discharge_temp "Exhaust gas temperature" gpu_temp ssd_temp
  "Heat pump temperature" "Truck temperature" "Fermenter temperature" "Propane tank temperature"`;
const UNKNOWN = `zorp_temp "Quantum temperature" gizmo frobnicator_temp_c "Flux temp" "radiator temp"`;

const namesIn = (text: string): string[] =>
  [...text.matchAll(/"([^"]+)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");

describe("what a thermometer's name says that it watches", () => {
  test.each([
    ["place", THERMOMETERS],
    ["place", PLACES],
    ["machine", COMPUTED],
    ["machine", MACHINES],
    ["unknown", UNKNOWN],
    ["weather", "openweathermap_temperature accuweather_temp"],
  ])("is %s", (evidence, names) => {
    expect(namesIn(names).filter((name) => placeEvidence(name) !== evidence)).toEqual([]);
  });

  test("is a place where the unknown word is its device's own name", () => {
    expect(isPlaceUnknown(thermometer("Zorp temperature"), { name: "Zorp", space: "" })).toBe(false);
    expect(isPlaceUnknown(thermometer("Zorp temperature"), { name: "ESP32", space: "Hall" })).toBe(true);
  });

  test("is what its owner says, by its place or by limits of its own", () => {
    expect(isPlaceUnknown({ ...thermometer("Zorp temp"), placement: "room" }, CELLAR)).toBe(false);
    const settings = { freeze: { enabled: true } };
    expect(isPlaceUnknown({ ...thermometer("Zorp temp"), settings }, CELLAR)).toBe(false);
  });

  test.each(namesIn(`${COMPUTED} ${MACHINES}`))(
    "has no freeze rule as %s, wherever its device is",
    (label) => {
      expect(placementOf(thermometer(label), CELLAR)).toBe("machine");
      const settings = sensorSettings("freeze", { settings: {} }, CELLAR, thermometer(label));
      expect(settings.enabled).toBe(false);
    },
  );
});
