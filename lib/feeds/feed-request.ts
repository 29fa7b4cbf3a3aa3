import { done, type Outcome, refuse } from "../kernel/outcome.ts";

/**
 * What a feed is asked with besides its address. The value of the header is a secret and is shown to nobody; a body
 * makes the request a POST.
 */
export type FeedRequest = { headerName: string | null; headerValue: string | null; postBody: string | null };

export const PLAIN_REQUEST: FeedRequest = { headerName: null, headerValue: null, postBody: null };

/** What a save or a trial says of the request: what is not given stays, null or "" takes it away. */
export type RequestWish = {
  headerName?: string | null | undefined;
  headerValue?: string | null | undefined;
  postBody?: string | null | undefined;
};

const NAME = /^[a-z\d-]{1,64}$/i;
const VALUE = /^[\x21-\x7e]([\x20-\x7e]{0,1022}[\x21-\x7e])?$/;

/** What the client writes itself, or what would change how the message is read on its way. */
const RESERVED =
  /^(accept(-.*)?|connection|content-.*|cookie|date|expect|host|if-.*|keep-alive|origin|range|referer|te|trailer|transfer-encoding|upgrade|user-agent|via|(cf|proxy|sec|x-forwarded)-.*)$/i;

const isSaid = (value: string | null | undefined): value is string =>
  value !== undefined && value !== null && value !== "";

const fault = (field: string, must: string) => refuse("invalid_request", `"${field}" ${must}`);

/**
 * The request that a wish makes of the stored one. A header and a body belong to the origin that they were entered for:
 * moved to another one, they have to be entered again, so that a secret goes nowhere else. `at` names the wish.
 */
export function requestOf(
  wish: RequestWish,
  stored: FeedRequest,
  { url, storedUrl, at }: { url: URL | null; storedUrl: string | null; at: string },
): Outcome<FeedRequest> {
  const isSameOrigin = storedUrl !== null && URL.parse(storedUrl)?.origin === url?.origin;
  const headerName = wish.headerName === undefined ? stored.headerName : wish.headerName || null;
  const postBody = wish.postBody === undefined ? stored.postBody : wish.postBody || null;
  if (postBody !== null && wish.postBody === undefined && !isSameOrigin)
    return fault(`${at}postBody`, "must be entered again for another address");
  if (postBody !== null && !isJson(postBody)) return fault(`${at}postBody`, "must be JSON");
  if (headerName === null) return done({ headerName, headerValue: null, postBody });
  if (!NAME.test(headerName) || RESERVED.test(headerName))
    return fault(`${at}headerName`, "must be a header of your own, such as X-API-Key or Authorization");
  const mayKeep = isSameOrigin && stored.headerName?.toLowerCase() === headerName.toLowerCase();
  const headerValue = isSaid(wish.headerValue)
    ? wish.headerValue.trim()
    : mayKeep
      ? stored.headerValue
      : null;
  if (headerValue === null) return fault(`${at}headerValue`, "must be entered for this header and address");
  if (!VALUE.test(headerValue)) return fault(`${at}headerValue`, "must be 1 to 1,024 plain ASCII characters");
  return done({ headerName, headerValue, postBody });
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

export const isSameRequest = (one: FeedRequest, other: FeedRequest): boolean =>
  one.headerName === other.headerName &&
  one.headerValue === other.headerValue &&
  one.postBody === other.postBody;

/** A request that asks with anything, for whoever fetches. */
export const saidRequest = (request: FeedRequest): { request?: FeedRequest } =>
  isSameRequest(request, PLAIN_REQUEST) ? {} : { request };

/** An address and its request as one text to seal; an address alone is sealed as it is. */
export const withRequest = (url: string, request: FeedRequest): string =>
  isSameRequest(request, PLAIN_REQUEST) ? url : `${url}\n${JSON.stringify(request)}`;

/** The other way round; no address has a line break. */
export function splitRequest(text: string): { url: string; request: FeedRequest } {
  const at = text.indexOf("\n");
  if (at < 0) return { url: text, request: PLAIN_REQUEST };
  // Only this service seals one, so that what opens has the shape that it was given.
  return { url: text.slice(0, at), request: JSON.parse(text.slice(at + 1)) as FeedRequest };
}
