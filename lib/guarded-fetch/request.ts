import type { FeedRequest } from "../kernel/ports.ts";

/** A GET with no header of its own. */
export const PLAIN_REQUEST: FeedRequest = { headerName: null, headerValue: null, postBody: null };
