import type { MoodWords } from "../en/moods.ts";

const LIST = /* @__PURE__ */ new Intl.ListFormat("es");

export const ES_MOODS: MoodWords = {
  list: (names, more) => LIST.format(more > 0 ? [...names, `${more} más`] : names),
  water: (where) => `Agua en ${where}`,
  offline: (devices, count) => `${devices} ${count === 1 ? "está" : "están"} sin conexión`,
  unplugged: (sensors) => `Sonda desconectada: ${sensors}`,
  noReadings: "Sin lecturas recientes",
  air: {
    co2: (where) => `Aire viciado: ${where}`,
    pm25: (where) => `Polvo fino: ${where}`,
    voc: (where) => `Vapores en el aire: ${where}`,
    humidity: (where) => `Humedad alta: ${where}`,
  },
  hot: (temperature) => `Mucho calor: ${temperature}`,
  intruders: (sensors) => `No hay nadie en casa, pero hay alguien en ${sensors}`,
  cold: (temperature) => `Solo ${temperature}`,
  away: "No hay nadie en casa y todo está bien",
  night: "Es de noche y todo está bien",
  warmEvening: (temperature) => `Una tarde cálida, a ${temperature}`,
  well: "Todo está bien",
  setByHand: "Elegido a mano",
  breaksThrough: (reason) => `${reason} (antes que el ánimo elegido a mano)`,
};
