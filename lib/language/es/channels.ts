import type { AlertKind, CalledChannel, OwnFailure } from "../../../schema/vocabulary.ts";
import type { FeedRefusal } from "../../kernel/judge-url.ts";
import type { AddressWords, CallWords, TelegramWords, TextWords } from "../en/channels.ts";
import { toldBy, withTexts } from "../with-texts.ts";
import type { CalledNames } from "../words.ts";
import texts from "./channels.json" with { type: "json" };

/** A kind that has no words here yet is an alert. */
const KINDS: { readonly [K in AlertKind]?: string } = {
  freeze: "peligro de congelación",
  humidity: "humedad",
  leak: "fuga de agua",
  outage: "un dispositivo está sin conexión",
  forecast: "se prevé una helada",
  time_to_freeze: "las tuberías pueden helarse pronto",
  heating_stopped: "la calefacción puede haberse parado",
  cold_storage: "un congelador o una nevera está demasiado caliente",
  sensor_fault: "un sensor no funciona bien",
  incident: "varias alertas con una misma causa",
  rule: "una regla personalizada",
};

export const ES_CALLS: CallWords = /* @__PURE__ */ withTexts(
  withTexts(texts.calls, toldBy(texts.told.calls)),
  {
    news: (home, { kind, space, sensor, device, value, unit }, more) => {
      const place = [space, sensor ?? device].filter((name) => name !== null && name !== "").join(", ");
      const measured = value === null || unit === null ? "" : `: ${Math.round(value * 10) / 10} ${unit}`;
      const others = more > 0 ? ` Y ${more} ${more === 1 ? "alerta" : "alertas"} más.` : "";
      return `Le llama Hearthwatch, por ${home}. Alerta: ${KINDS[kind] ?? "hay una alerta"}. ${place}${measured}.${others}`;
    },
  } satisfies Partial<CallWords>,
);

export const ES_TELEGRAM: TelegramWords = texts.telegram;

export const ES_TEXTS: TextWords = /* @__PURE__ */ withTexts(texts.texts, toldBy(texts.told.texts));
export const ES_REPLY_ASKED = "Responda 1 si se ocupa usted.";

const CALLED: Record<FeedRefusal, string> = {
  not_a_url:
    "debe ser una dirección http:// o https:// completa de 2048 caracteres como máximo, sin espacios ni barras inversas",
  scheme: "debe empezar por http:// o https://",
  credentials: "no debe llevar usuario ni contraseña",
  address_literal: "debe llevar el nombre de un servidor: no llamamos a direcciones IP",
  host_name: "no lleva un nombre de servidor de internet válido",
  private_name: "lleva un nombre de una red privada, local o reservada",
  port: "debe usar el puerto 80, 443, 8080, 8443 o 8123",
  own_host: "apunta a este mismo servicio",
  private_address: "lleva un servidor que no está en internet pública",
  unresolvable: "lleva un servidor que no tiene dirección",
  downgrade: "lleva de https:// a http://",
  too_many_redirects: "redirige más de 3 veces",
};

export const ES_CALLED: Record<CalledChannel, CalledNames> = texts.called;

const CALLED_ADDRESSES: AddressWords["channels"] = texts.calledAddresses;

export const ES_ADDRESSES: AddressWords = /* @__PURE__ */ withTexts(texts.addresses, {
  channels: CALLED_ADDRESSES,
  called: (subject, reason) => `${subject} ${CALLED[reason]}`,
  onlyPrefixes: (prefixes) => `Este servicio solo llega a números que empiezan por ${prefixes.join(", ")}`,
} satisfies Partial<AddressWords>);

export const ES_FAILURES: Record<OwnFailure, string> = texts.failures;
