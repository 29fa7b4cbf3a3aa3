import type { UserAnswer, UserChange } from "../../schema/wire/account/sign-in.ts";
import { done, type Outcome, refuse } from "../kernel/outcome.ts";
import type { Services } from "../kernel/services.actions.ts";
import type { ActingMember } from "./items.ts";
import { saveUser } from "./users.queries.ts";

/** A person's own choice of language and unit; nobody else's. */
export async function changeUser(
  { db }: Pick<Services, "db">,
  { member }: ActingMember,
  { language, temperature_unit: temperatureUnit }: UserChange,
): Promise<Outcome<UserAnswer>> {
  const saved = await saveUser(db, member.userId, {
    ...(language === undefined ? {} : { language }),
    ...(temperatureUnit === undefined ? {} : { temperatureUnit }),
  });
  if (saved === null) return refuse("not_found");
  const { id, email } = saved;
  return done({
    user: { id, email, language: saved.language, temperature_unit: saved.temperatureUnit },
  });
}
