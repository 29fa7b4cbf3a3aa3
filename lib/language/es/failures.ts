import type { OwnFailure } from "../../messages/delivery/own-failure.ts";

export const ES_FAILURES: Record<OwnFailure, string> = {
  not_configured: "El canal no está configurado",
  key_lost: "Sellado con una clave que este servidor ya no tiene",
  removed: "El webhook se quitó",
  overtaken: "Superado por noticias posteriores",
  answered: "Alguien ya se ocupa, o ya ha terminado",
  called_enough: "Ya se hicieron todas las llamadas posibles",
  used_up: "Esta casa ya ha enviado hoy todos los que puede",
};
