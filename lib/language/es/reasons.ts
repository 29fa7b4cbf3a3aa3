import type { HOME_TITLES, SensorKind } from "../../../schema/vocabulary.ts";
import type { ReasonWords } from "../words.ts";

const LIMITS = {
  warning: "límite de aviso",
  critical: "límite crítico",
  high: "límite superior",
  low: "límite inferior",
};
const HOW = {
  at_or_below: "es igual o inferior a",
  at_or_above: "es igual o superior a",
  above: "supera",
  not_above: "no supera",
  inside: "está dentro de",
} as const;
const RULE = { above: "supera", below: "está por debajo de", equals: "es igual a" } as const;

const EXACT = 2;

/** What an alert is about that no device of its own explains. */
export const ES_HOME_SUBJECTS: Record<keyof typeof HOME_TITLES, string> = {
  heating: "Calefacción",
  outdoors: "Exterior",
  connection: "Corriente o internet",
};

/** «de el» se dice «del», y «a el», «al». */
const the = (how: string, limit: string): string =>
  `${how} el ${limit}`.replace(/ (a|de) el /, (_, before: string) => (before === "a" ? " al " : " del "));

export const ES_REASONS: ReasonWords = {
  plain: {
    water: "El sensor detecta agua",
    dry: "El sensor está seco",
    keeps_getting_damp: "Se moja por poco tiempo una y otra vez, como pasa con la condensación",
    keeps_getting_wet: "Se moja una y otra vez, más a menudo de lo que explica la condensación",
    measures_again: "El sensor vuelve a medir",
    probe_unplugged: "La sonda informa de un fallo: está desenchufada o rota",
    value_repeats: "El sensor repite un valor mientras lo demás cambia: puede estar atascado",
    has_drifted: "El sensor se ha ido alejando poco a poco de los termómetros que lo rodean",
    distrusted_faulty:
      "La sonda informa de un fallo: está desenchufada o rota, así que sus lecturas no pueden terminar una alerta",
    distrusted_stuck:
      "El sensor repite un valor mientras otros cambian: puede estar atascado, así que sus lecturas no pueden terminar una alerta",
    distrusted_drifted:
      "El sensor se ha alejado de los termómetros que lo rodean, así que sus lecturas no pueden terminar una alerta",
    rooms_warming: "Las habitaciones llevan horas calentándose",
    power_back: "Ha vuelto la corriente, o la mayoría de los dispositivos vuelve a estar conectada",
    power_out: "No hay corriente y hace cada vez más frío",
    warming: "Se está calentando",
    steady: "La temperatura se mantiene por ahora",
    outside_not_freezing: "Fuera no hace suficiente frío",
    cool_as_usual: "Hace tanto frío como otros días a esta hora",
    cooling_unknown: "Por ahora faltan datos sobre el enfriamiento",
    frozen_already: "Ya está por debajo del punto de congelación",
    no_forecast: "No hay previsión por ahora",
    forecast_too_short: "La previsión no llega a las próximas horas",
    never_reported: "El dispositivo todavía no ha enviado datos",
    not_all_offline: "No todos los dispositivos están sin conexión",
    no_room_reports: "Ninguna habitación tiene una lectura actual",
    colder_on_purpose: "Alguien ha explicado por qué hace más frío",
    probe_fault: "La sonda informa de un fallo",
    no_reading: "Todavía no hay lecturas",
    older_than_latest: "La lectura es anterior a la última del sensor",
    from_the_future: "La hora de la lectura está en el futuro",
    too_late: "La lectura llegó demasiado tarde para contar como actual",
    too_far_from_before: "La lectura está demasiado lejos de la anterior: solo contará si se repite",
    not_a_temperature: "El sensor no mide temperatura",
    not_a_humidity: "El sensor no mide humedad",
    recovered: "Ha vuelto a la normalidad",
    cleared: "Ya no se vigila",
    answered: "Alguien lo ha explicado",
    disabled: "La alerta, su sensor o su dispositivo se ha desactivado",
    removed: "Su dispositivo se ha borrado",
    moved: "Su dispositivo se ha cambiado de espacio",
    always_so_cold: "Allí siempre hace este frío",
    misread: "Sus lecturas se leyeron en la unidad equivocada",
  },
  valued: {
    limit: ({ value, how, name, limit }, say) =>
      `${say.quantity(value, EXACT)} ${the(HOW[how], name === null ? "límite" : LIMITS[name])} (${say.quantity(limit, EXACT)})`,
    no_limit: ({ value }, say) => `${say.quantity(value, EXACT)}, sin límite`,
    forecast_low: ({ value, how, limit }, say) =>
      `Una mínima de ${say.quantity(value, EXACT)} ${the(HOW[how], "límite")} (${say.quantity(limit, EXACT)})`,
    rule: ({ value, how, is, limit }, say) =>
      `${say.quantity(value, EXACT)} ${is ? "" : "no "}${RULE[how]} ${say.quantity(limit, EXACT)}`,
    other_unit: ({ unit }) => `El sensor no mide en ${unit}`,
    silent: ({ minutes, allowed }) => `Lleva ${minutes} minutos sin lecturas; se admiten ${allowed}`,
    cooling: ({ hours }, say) =>
      `Unas ${say.number(hours, 1)} h hasta llegar a ${say.freezing()} si sigue enfriándose así`,
    rooms_cold: ({ rooms, value }, say) =>
      `${rooms === 1 ? "La habitación está fría y sigue bajando" : `Las ${rooms} habitaciones están frías y siguen bajando`}: ${say.quantity(value, EXACT)}`,
    rooms_colder_than_usual: ({ rooms, value, usual }, say) => {
      const which =
        rooms === 1
          ? "La habitación con calefacción está más fría que en la última semana a esta hora y sigue bajando"
          : `Las ${rooms} habitaciones con calefacción están más frías que en la última semana a esta hora y siguen bajando`;
      return `${which}: ${say.quantity(value, EXACT)}, por debajo de ${say.quantity(usual, EXACT)}`;
    },
    devices_offline: ({ devices }) => `${devices} dispositivos se quedaron sin conexión a la vez`,
  },
  placed: {
    called: ({ name }) => `Se llama «${name}»`,
    called_and_cold: ({ name }) => `Se llama «${name}» y está igual de frío`,
    freezer_cold: () => "Estuvo toda la semana tan frío como un congelador",
    fridge_cold: () => "Estuvo toda la semana tan frío y tan estable como una nevera",
    cold_nights: () => "Cada noche se enfrió mucho más que de día, como al aire libre",
    never_warm: () => "En toda la semana no estuvo tan caliente como una habitación con calefacción",
    names_no_place: ({ name }) => `El nombre «${name}» no dice dónde está`,
  },
};

/** What a sensor of each kind is called that nobody has named. */
export const ES_SENSOR_KINDS: Record<SensorKind, string> = {
  temperature: "Temperatura",
  humidity: "Humedad",
  co2: "CO₂",
  pressure: "Presión",
  pm25: "Partículas finas (PM2,5)",
  voc: "Calidad del aire (COV)",
  level: "Nivel",
  energy: "Energía",
  door: "Puerta",
  power: "Potencia",
  flood: "Sensor de fugas",
  motion: "Sensor de movimiento",
  generic: "Valor",
};
