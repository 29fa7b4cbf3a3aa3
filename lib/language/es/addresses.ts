import type { FeedRefusal } from "../../feeds/url/judge.ts";
import type { AddressWords } from "../address-words.ts";

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

export const ES_ADDRESSES: AddressWords = {
  addressOf: (label) => `La dirección de ${label}`,
  chatAddress: "La dirección del chat",
  webhookUrl: "La URL del webhook",
  called: (subject, reason) => `${subject} ${CALLED[reason]}`,
  hostNotPublic: "El servidor de esta dirección no está en la internet pública",
  email: "La dirección debe ser la de un correo electrónico",
  countryCode: "El número de teléfono debe llevar el prefijo de su país, como +15555550123",
  kindNotServed: "Este servicio no envía nada a esa zona o tipo de número: use otro número de móvil",
  onlyPrefixes: (prefixes) => `Este servicio solo llega a números que empiezan por ${prefixes.join(", ")}`,
  apprise:
    "La dirección de Apprise debe acabar en /notify/ y una clave, como https://apprise.example.com/notify/home",
  chat: "La dirección debe ser un webhook entrante de Slack, Mattermost, Rocket.Chat, Google Chat o Teams",
  discord: "La dirección de Discord debe ser la de un webhook, como https://discord.com/api/webhooks/123/abc",
  homeAssistant:
    "La dirección de Home Assistant debe ser la de un disparador de webhook, como https://ha.example.com/api/webhook/mi-webhook",
  ntfyToken: "Tras la dirección de ntfy solo puede ir un código de acceso, como tk_…",
  ntfyTopic: "La dirección de ntfy debe acabar en su tema, como https://ntfy.sh/mi-casa",
  pushover: "La dirección de Pushover debe ser una clave de usuario o de grupo de 30 letras y cifras",
  telegram: "La dirección de Telegram debe ser el id de un chat, como 123456789 o -1001234567890",
};
