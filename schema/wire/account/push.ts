import * as z from "zod";
import { LIMITS } from "../../limits.ts";
import { PUSH_PLATFORMS } from "../../vocabulary.ts";
import { shownText } from "../text.ts";

const token = shownText(1, LIMITS.pushTokenCharactersMax);

export const PushRegistration = z.strictObject({
  token,
  platform: z.enum(PUSH_PLATFORMS, { error: `must be one of ${PUSH_PLATFORMS.join(", ")}` }).optional(),
  appId: shownText(1, LIMITS.appIdCharactersMax).optional(),
});
export type PushRegistration = z.output<typeof PushRegistration>;

export const PushRemoval = z.strictObject({ token });
export type PushRemoval = z.output<typeof PushRemoval>;
