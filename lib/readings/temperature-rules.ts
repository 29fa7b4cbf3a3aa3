import { remembered } from "../kernel/remembered.ts";

/** A bare temperature above this is °F: no place in a home is as hot as 50 °C. */
export const BARE_CELSIUS_MAX = 50;
/** Above this it is of no room at all. */
export const ROOM_FAHRENHEIT_MAX = 120;

/** The keys of which the specification says that a bare number is °F, and those of the classic object's probes. */
const SPECIFIED_TEMPERATURE = /^temp(?:\d+|_avg)$/;

export const isSpecifiedTemperature = (key: string): boolean => SPECIFIED_TEMPERATURE.test(key);

/** What is hotter than any room, so that a high number says nothing of its scale, and of no room's. */
export const HOT_WORDS =
  `boiler water hot flow supply return buffer cylinder tank dhw heat heater heating stove oven sauna grill smoker meat food
  cook kiln flue exhaust chimney collector solar panel engine motor compressor inverter radiator burner manifold vorlauf
  ruecklauf kessel speicher ofen heizung heizkreis heizkorper rucklauf caldera chaudiere caldaia eau agua acqua`.split(
    /\s+/,
  );

const HOT = /(^|_)ww|(^|_)(?:vl|rl|hk\d?|ch)(_|$)|(^|_)ret_?temp|fridge_?comp|probe|core|heizkoerper/;

/** Water that is heated: at 15 to 70 °F it would be cold. */
const HEATED =
  /boiler|cylinder|buffer|dhw|(^|_)ww|hot_?water|leaving_water|flow_?temp|(^|_)ret_?temp|return_?temp|vorlauf|ruecklauf|kessel|speicher/;
const HEATED_CELSIUS = [15, 70] as const;

/** Whether a bare temperature under a name (in snake case) shows by being warm that it is said in °C. */
export const isHeatedInCelsius = (name: string, value: number): boolean =>
  value >= HEATED_CELSIUS[0] && value <= HEATED_CELSIUS[1] && isHeatedPlace(name);

const isHeatedPlace = remembered((name: string): boolean => HEATED.test(name));

/** Whether a name (in snake case) is that of a boiler, a flue or the like. */
export const isHotPlace = remembered(
  (name: string): boolean => HOT.test(name) || HOT_WORDS.some((word) => name.includes(word)),
);
