import { airgradient } from "../airgradient.ts";
import { davisWeatherlink } from "../davis-weatherlink.ts";
import { openweather } from "../openweather.ts";
import { purpleair } from "../purpleair.ts";
import { tempest } from "../tempest.ts";
import { ambientWeather, ecowittLive, weatherStation } from "../weather-station.ts";

/** Stations of weather and air. */
export const STATIONS = [
  ambientWeather,
  weatherStation,
  ecowittLive,
  davisWeatherlink,
  tempest,
  openweather,
  purpleair,
  airgradient,
];
