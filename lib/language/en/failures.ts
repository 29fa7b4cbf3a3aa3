import type { OwnFailure } from "../../messages/delivery/own-failure.ts";

export const EN_FAILURES: Record<OwnFailure, string> = {
  not_configured: "The channel is not configured",
  key_lost: "Sealed with a key that this server no longer has",
  removed: "The webhook was removed",
  overtaken: "Overtaken by later news",
  answered: "Somebody is on it, or it is over",
  called_enough: "As many calls as there may be were made",
  used_up: "This home has sent as many as it may today",
};
