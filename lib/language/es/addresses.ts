import type { CalledChannel } from "../../../schema/vocabulary.ts";
import type { FeedRefusal } from "../../feeds/url/judge.ts";
import type { AddressWords, CalledNames } from "../address-words.ts";

const CALLED: Record<FeedRefusal, string> = {
  not_a_url:
    "debe ser una dirección http:// o https:// completa de 2048 caracteres como máximo, sin espacios ni barras inversas",
  scheme: "debe empezar por http:// o https://",
  credentials: "no debe llevar usuario ni contraseña",
  address_literal: "debe llevar el nombre de un servidor: no se llama a direcciones IP",
  host_name: "no lleva un nombre de servidor de internet válido",
  private_name: "lleva un nombre de una red privada, local o reservada",
  port: "debe usar el puerto 80, 443, 8080, 8443 o 8123",
  own_host: "apunta a este mismo servicio",
  private_address: "lleva un servidor que no está en la internet pública",
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
  hostNotPublic: "El servidor de esta dirección no está en la internet pública",
  email: "La dirección debe ser la de un correo electrónico",
  countryCode: "El número de teléfono debe llevar el prefijo de su país, como +15555550123",
  kindNotServed: "Este servicio no envía nada a esa zona o tipo de número: use otro número de móvil",
  onlyPrefixes: (prefixes) => `Este servicio solo llega a números que empiezan por ${prefixes.join(", ")}`,
};
