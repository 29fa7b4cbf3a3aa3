import type { AlertKind, CalledChannel } from "../../../schema/vocabulary.ts";
import type { FeedRefusal } from "../../kernel/judge-url.ts";
import type { OwnFailure } from "../../messages/delivery/own-failure.ts";
import type { AddressWords, CallWords, TelegramWords, TextWords } from "../en/channels.ts";
import type { CalledNames } from "../words.ts";

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

export const ES_CALLS: CallWords = {
  voice: "es-MX",
  fahrenheit: "grados Fahrenheit",
  celsius: "grados Celsius",
  percent: "por ciento",
  news: (home, { kind, space, sensor, device, value, unit }, more) => {
    const place = [space, sensor ?? device].filter((name) => name !== null && name !== "").join(", ");
    const measured = value === null || unit === null ? "" : `: ${Math.round(value * 10) / 10} ${unit}`;
    const others = more > 0 ? ` Y ${more} ${more === 1 ? "alerta" : "alertas"} más.` : "";
    return `Le llama Hearthwatch, por ${home}. Alerta: ${KINDS[kind] ?? "hay una alerta"}. ${place}${measured}.${others}`;
  },
  press: "Pulse 1 para decir que usted se ocupa.",
  link: "Vea sus mensajes para saber más.",
  taken: "Gracias. Usted se ocupa. No enviaremos más recordatorios, salvo que empeore.",
  over: "Ya no queda nada de que ocuparse. Adiós.",
  code: (digits) => `Le llama Hearthwatch. Su código es ${digits}.`,
  bye: "Adiós.",
};

export const ES_TELEGRAM: TelegramWords = {
  taken: "Usted se ocupa. No enviaremos más recordatorios, salvo que empeore.",
  over: "Aquí ya no queda nada de que ocuparse.",
  connected: "Conectado. Las alertas de su casa llegarán aquí.",
  unknown: "Este enlace ya no es válido. Pida otro en la página Notificaciones.",
};

export const ES_TEXTS: TextWords = {
  taken: (title) => `Usted se ocupa: ${title}. No enviaremos más recordatorios, salvo que empeore.`,
  nothing: "En las últimas 12 horas no hemos enviado a este número ninguna alerta que siga abierta.",
  forbidden: "Su rol en esta casa no le permite ocuparse de alertas.",
  help: "Hearthwatch le envía las alertas de su casa. Responda 1 para ocuparse de la última, STOP para no recibir más mensajes.",
  other: "No lo hemos entendido. Responda 1 para ocuparse de la última alerta, STOP para no recibir más.",
};
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

export const ES_CALLED: Record<CalledChannel, CalledNames> = {
  ntfy: { name: "ntfy", asked: "ntfy (tema o dirección)" },
  telegram: { name: "Telegram", asked: "Telegram (id del chat)" },
  pushover: { name: "Pushover", asked: "Pushover (clave de usuario)" },
  discord: { name: "Discord", asked: "Discord (webhook de un canal)" },
  chat: { name: "Chat", asked: "Slack, Mattermost, Google Chat o Teams (webhook)" },
  home_assistant: { name: "Home Assistant", asked: "Home Assistant (webhook de una automatización)" },
  apprise: { name: "Apprise", asked: "Servidor de Apprise" },
};

const CALLED_ADDRESSES: AddressWords["channels"] = {
  ntfy: {
    address: "La dirección de ntfy",
    must: "debe ser un tema, como mi-casa o https://ntfy.example.com/mi-casa; tras él solo puede ir un código de acceso (tk_…)",
  },
  telegram: {
    address: "La dirección de Telegram",
    must: "debe ser el id de un chat, como 123456789 o -1001234567890",
  },
  pushover: {
    address: "La dirección de Pushover",
    must: "debe ser una clave de usuario o de grupo de 30 letras y cifras",
  },
  discord: {
    address: "La dirección de Discord",
    must: "debe ser la de un webhook, como https://discord.com/api/webhooks/123/abc",
  },
  chat: {
    address: "La dirección del chat",
    must: "debe ser un webhook entrante de Slack, Mattermost, Rocket.Chat, Google Chat o Teams",
  },
  home_assistant: {
    address: "La dirección de Home Assistant",
    must: "debe ser la de un disparador de webhook, como https://ha.example.com/api/webhook/mi-webhook",
  },
  apprise: {
    address: "La dirección de Apprise",
    must: "debe acabar en /notify/ y una clave, como https://apprise.example.com/notify/home",
  },
};

export const ES_ADDRESSES: AddressWords = {
  channels: CALLED_ADDRESSES,
  webhookUrl: "La URL del webhook",
  called: (subject, reason) => `${subject} ${CALLED[reason]}`,
  hostNotPublic: "El servidor de esta dirección no está en internet pública",
  email: "La dirección debe ser la de un correo electrónico",
  countryCode: "El número de teléfono debe llevar el prefijo de su país, como +15555550123",
  kindNotServed: "Este servicio no puede enviar a esa zona o tipo de número: use otro número de móvil",
  onlyPrefixes: (prefixes) => `Este servicio solo llega a números que empiezan por ${prefixes.join(", ")}`,
};

export const ES_FAILURES: Record<OwnFailure, string> = {
  not_configured: "El canal no está configurado",
  key_lost: "Cifrado con una clave que este servidor ya no tiene",
  removed: "El webhook se ha quitado",
  overtaken: "Sustituido por un mensaje posterior",
  answered: "Alguien ya se ocupa, o ya ha terminado",
  called_enough: "Se ha llegado al máximo de llamadas",
  used_up: "Esta casa ha llegado a su límite de hoy",
};
