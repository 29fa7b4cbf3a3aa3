/** What devices write (compatibility-normalised, lower case, without spaces) → Home Assistant's spelling. */
const SPELLINGS: Record<string, string> = {
  "°C": "c °c oc ºc degc cel celsius celcius degreecelsius degcelsius degreescelsius degreesc centigrade",
  "°F": "f °f of ºf degf fahrenheit farenheit degreefahrenheit degfahrenheit degreesfahrenheit degreesf",
  K: "k kelvin degk",
  "%": "% %rh rh% rh pct percent percentage %el",
  hPa: "hpa hectopascal hectopascals",
  Pa: "pa pascal pascals",
  kPa: "kpa kilopascal kilopascals",
  mbar: "mbar mb millibar",
  bar: "bar",
  inHg: "inhg in/hg inchesofmercury inchofmercury",
  mmHg: "mmhg torr",
  psi: "psi",
  ppm: "ppm partspermillion",
  ppb: "ppb partsperbillion",
  "µg/m³":
    "ug/m3 µg/m3 mcg/m3 microgramspercubicmeter microgrampercubicmeter ug/m³ μg/m3 ug/m^3 μg/m^3 ugm3 μgm3 ug/m\u00b3",
  "mg/m³": "mg/m3 mg/m^3",
  "Bq/m³": "bq/m3 bq/m^3 bqm3 becquerelpercubicmeter",
  "pCi/L": "pci/l pcil",
  "g/m³": "g/m3 g/m^3",
  "kg/m³": "kg/m3 kg/m^3",
  W: "w watt watts",
  kW: "kw kilowatt kilowatts",
  VA: "va",
  kVA: "kva",
  var: "var vars",
  Wh: "wh",
  kWh: "kwh",
  J: "j joule joules",
  kJ: "kj",
  V: "v volt volts",
  mV: "mv millivolt millivolts",
  kV: "kv",
  A: "a amp amps ampere amperes",
  mA: "ma milliamp milliamps",
  Hz: "hz hertz",
  kHz: "khz",
  lx: "lx lux luxes",
  dB: "db dba db(a) decibel decibels",
  dBm: "dbm",
  L: "l liter liters litre litres",
  mL: "ml",
  "m³": "m3 m^3",
  m: "m",
  cm: "cm",
  mm: "mm",
  km: "km",
  kg: "kg",
  g: "g",
  s: "s sec second seconds",
  min: "min",
  h: "h",
  ms: "ms",
  "°": "° deg lat lon",
  Ω: "ohm ω ohms",
  "m/s": "m/s",
  "km/h": "km/h kph kmh",
  mph: "mph mi/h",
  "/": "/",
};

const BY_SPELLING = new Map<string, string>();
for (const [unit, spellings] of Object.entries(SPELLINGS)) {
  for (const spelling of spellings.split(" ")) BY_SPELLING.set(spelling, unit);
}

/** Spelled with the same letters as another unit: the case tells them apart. */
const CASE_MATTERS = new Map(["mW", "MW", "MWh", "MJ", "MHz"].map((unit) => [unit, unit]));

const UNIT_CHARACTERS_MAX = 32;

/** Home Assistant's spelling of a unit that is in the list, else null. */
export const knownUnit = (text: string): string | null => {
  if (text.length > UNIT_CHARACTERS_MAX) return null;
  const compact = text.normalize("NFKC").replace(/[\s_]/gu, "");
  return CASE_MATTERS.get(compact) ?? BY_SPELLING.get(compact.toLowerCase()) ?? null;
};

/**
 * Like `knownUnit`, and a unit that is not in the list stays as the device wrote it; null for no text at all.
 */
export const normaliseUnit = (text: unknown): string | null => {
  if (typeof text !== "string") return null;
  const known = knownUnit(text);
  if (known !== null) return known;
  const clean = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  return [...clean.slice(0, 2 * UNIT_CHARACTERS_MAX)].slice(0, UNIT_CHARACTERS_MAX).join("") || null;
};
