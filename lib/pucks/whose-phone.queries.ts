import { companionRefreshTokens, companionSessions } from "../../schema/tables/companion.ts";
import type { Db } from "../kernel/db.queries.ts";
import { hashExists } from "../kernel/exists.queries.ts";
import type { TokenPair } from "./claim.ts";

/** Whether a phone was given these here, spent or not. */
export async function hasPhone(db: Db, { accessToken, refreshToken }: TokenPair): Promise<boolean> {
  const [isRefresh, isAccess] = await Promise.all([
    hashExists(db, companionRefreshTokens.tokenHash, refreshToken),
    hashExists(db, companionSessions.accessHash, accessToken),
  ]);
  return isRefresh || isAccess;
}
