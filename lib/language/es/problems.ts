import { PROBLEMS, type ProblemName } from "../../../schema/problems.ts";
import type { Problem } from "../../kernel/outcome.ts";

/** Their details name a field or a reason, which is worth more than none in the reader's language. */
const DETAILED: readonly ProblemName[] = ["invalid_request", "feed_refused"];

/** What a refused device is answered, and how its owners read it; the first that fits. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^No usable reading: saw an object with keys? (.+?)(?:, in it .*)?;.*/, "No hay lecturas en $1"],
  [/^No usable reading: the probe of (.+) is unplugged.*/, "La sonda de $1 está desconectada"],
  [/^No usable reading.*/, "No hay lecturas"],
  [/^Invalid JSON at position (\d+).*/, "JSON no válido en la posición $1"],
];

/** What devices, programs and the clock alone are told: no page shows it. */
type ProgramProblem =
  | "missing_device_key"
  | "missing_ingest_key_header"
  | "bad_device_key"
  | "body_broken_off"
  | "encoded_body"
  | "not_utf8"
  | "empty_body"
  | "nested_too_deep"
  | "invalid_json"
  | "unusable_payload"
  | "too_many_readings"
  | "too_many_sensors"
  | "unsupported_senml"
  | "bad_cron_secret"
  | "bad_api_key"
  | "api_scope"
  | "idempotency_mismatch"
  | "idempotency_running"
  | "idempotency_unknown"
  | "idempotent_answer_gone"
  | "bad_companion_session"
  | "claim_gone"
  | "city_not_shared"
  | "wrong_method";

/** Each refusal that a page may show. Without a full stop, as the schema has them. */
const problemsEs: Record<Exclude<ProblemName, ProgramProblem>, string> = {
  body_too_large: "Lo enviado es demasiado grande",
  photos_not_configured: "Esta instalación no tiene dónde guardar fotos: la ficha solo admite texto",
  bad_photo: "Envíe la foto como JPEG o PNG, de 240 KB y 4096 por 4096 píxeles como máximo",
  rate_limited: "Demasiadas peticiones: inténtelo más tarde",
  invalid_request: "Algún dato no es válido",
  unit_is_given:
    "Las lecturas de este sensor indican su unidad: solo se puede elegir la de una temperatura enviada sin unidad",
  sign_in_first: "Inicie sesión primero",
  bad_sign_in:
    "El enlace o el código es erróneo, ya se usó, ha caducado o se pidió en otro sitio: use el enlace o pida un código nuevo",
  blocked: "Esta cuenta está bloqueada",
  bad_passkey:
    "Esta llave de acceso no se aceptó: inténtelo otra vez o inicie sesión con un código por correo",
  bad_new_passkey: "No se pudo añadir esta llave de acceso: inténtelo otra vez",
  passkeys_unavailable:
    "Las llaves de acceso necesitan un nombre de dominio con HTTPS, y esta instalación no lo tiene",
  too_many_passkeys: "Tiene 20 llaves de acceso, el máximo: quite antes una",
  passkey_known: "Esta llave de acceso ya se había añadido",
  mail_not_configured:
    "Esta instalación no envía correo, así que no puede enviar enlaces ni códigos: su operador tiene que configurarlo",
  prove_again: "Confirme su identidad con un código nuevo",
  cross_site: "Esta petición no vino de las páginas de Hearthwatch",
  role_forbids: "Su rol en esta casa no lo permite",
  last_owner: "Una casa necesita al menos un propietario: nombre antes propietaria a otra persona",
  owns_homes:
    "Es el último propietario de una casa con otros miembros: nombre antes propietaria a otra persona o borre la casa",
  already_member: "Esta dirección ya es de un miembro de la casa",
  too_many: "La casa tiene demasiados: quite uno primero",
  reveal_not_configured: "Esta instalación no guarda las claves: cree una clave nueva",
  ingest_key_not_stored: "No hay una copia de la clave de este dispositivo: cree una clave nueva",
  not_found: "No se ha encontrado",
  puck_taken: "Este puck es de otra casa: primero tienen que quitarlo allí",
  pro_required: "Hace falta el plan Pro",
  plan_granted: "El operador de esta instalación decide el plan: pídale que lo cambie",
  too_many_devices: "Demasiados dispositivos en la casa",
  not_a_push_device: "Solo los dispositivos que envían lecturas tienen clave",
  feed_refused: "Hearthwatch no puede usar esta dirección",
  feed_not_tried: "Ahora mismo no se pueden probar fuentes: inténtelo en un minuto",
  pull_setup_changed: "Otra persona ha cambiado las fuentes a la vez: envíelo otra vez",
  bad_cursor: "La dirección de esta página no es válida: empiece por la primera",
  bad_signature: "Firma no válida",
  dead_status_link: "Este enlace no existe o ya no es válido",
  incident_over: "Este incidente ha terminado: abra uno nuevo",
  too_many_updates: "Demasiadas novedades para un incidente",
  dead_unsubscribe_link: "Este enlace no existe o ya no es válido",
  dead_decline_link: "Este enlace no existe o ya no es válido",
  contact_known: "Esta dirección ya es un contacto de esta casa",
  contact_declined: "La persona con esta dirección no quiere mensajes de esta casa",
  contact_asks_limit: "Hoy no se puede preguntar a nadie más: inténtelo mañana",
  invitation_declined: "Esta persona no quiere invitaciones de esta casa",
  invitation_limit:
    "Hoy no se pueden enviar más invitaciones a esta dirección o desde esta cuenta: inténtelo mañana",
  bad_inbound_token: "Token no válido",
  dead_ack_link: "Este enlace no existe o ya no es válido",
  alert_over: "Esta alerta ha terminado: ya no hay nada que confirmar",
  not_a_question: "Esta alerta no tiene ninguna pregunta",
  question_over: "Esta alerta ha terminado: su pregunta ya no necesita respuesta",
  changed_meanwhile: "Otra persona lo ha cambiado a la vez: recargue la página e inténtelo otra vez",
  channel_not_configured: "Este canal no está configurado en esta instalación",
  no_recipient: "Nadie de esta casa recibe mensajes por ese canal",
  bad_contact_code:
    "El código es erróneo, ya se usó o ha caducado: después de cinco intentos, pida uno nuevo",
  contact_code_limit: "Hoy no se pueden enviar más códigos a este número: inténtelo mañana",
  contact_verified: "Este contacto ya está confirmado",
  contact_taken: "Otra persona lo tiene registrado: primero tiene que quitarlo ella",
  sms_used_up: "Por ahora ha agotado sus SMS",
  not_a_dead_letter: "Solo se puede reintentar un mensaje fallido",
  not_replayable: "Solo se puede reenviar un mensaje de webhook, y no mientras está en espera",
  store_failed: "Ahora mismo no se puede acceder a la base de datos: inténtelo en unos segundos",
  internal: "Algo ha fallado por nuestra parte: inténtelo más tarde",
};

/** What a page says of a refusal; of one that no page should meet, the API's own words. */
export function problemEs({ name, sentence, sentences }: Problem): string {
  if (sentences !== undefined) return sentences.es;
  const known: Partial<Record<ProblemName, string>> = problemsEs;
  const told = known[name];
  if (told === undefined) return sentence ?? PROBLEMS[name].error;
  return sentence !== undefined && DETAILED.includes(name) ? `${told}: ${sentence}` : told;
}

/** A refusal as a device heard it, in Spanish; what few devices hear is quoted. */
export function refusedBodyEs(sentence: string): string {
  const [said, spanish] = SENTENCES.find(([form]) => form.test(sentence)) ?? [/.*/, "Respuesta: «$&»"];
  return sentence.replace(said, spanish).replace(/ and (\d+) more/, " y $1 más");
}
