import * as z from "zod/mini";
import { API_SCOPES, SHARE_EXPIRY_DAYS, SHARE_SCOPES, SHARE_SUSPENSIONS } from "../../vocabulary.ts";
import { instant, shownName, someId, yesNo } from "../text.ts";

export const NewApiKey = z.strictObject({ name: shownName, scope: z.enum(API_SCOPES) });

const EXPIRIES = `must be ${SHARE_EXPIRY_DAYS.join(", ")} or null`;
const isExpiry = (days: number): boolean => SHARE_EXPIRY_DAYS.some((each) => each === days);

export const NewShareLink = z.strictObject({
  name: z._default(shownName, "Family"),
  scope: z._default(z.enum(SHARE_SCOPES), "live"),
  expires_in_days: z
    .optional(z.nullable(z.number().check(z.int(), z.refine(isExpiry, { error: EXPIRIES }))))
    .check(z.meta({ enum: [...SHARE_EXPIRY_DAYS, null] })),
});
export type NewShareLink = z.output<typeof NewShareLink>;

export const ShareLink = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.enum(SHARE_SCOPES),
  hint: z.string(),
  expires_at: z.nullable(instant),
  created_at: instant,
  /** Why the home's plan doesn't cover the link, which answers 404 until an upgrade. Null if it is covered. */
  suspended_because: z.nullable(z.enum(SHARE_SUSPENSIONS)),
});
export type ShareLink = z.output<typeof ShareLink>;
export const ShareLinkList = z.object({ share_links: z.array(ShareLink) });
export type ShareLinkList = z.output<typeof ShareLinkList>;
/** The only answer that shows the token. */
export const ShareLinkWithToken = z.object({ share_link: ShareLink, token: z.string(), url: z.string() });
export type ShareLinkWithToken = z.output<typeof ShareLinkWithToken>;

export const NewInboundToken = z.strictObject({
  name: shownName,
  with_signing_secret: z._default(yesNo, false),
});

export const RevealRequest = z.strictObject({ device_id: someId });
export const RevealedKey = z.object({ ingest_key: z.string() });
