/** Why a pull feed's address is refused: the reason class and the one sentence a person reads. */
export const FEED_REFUSALS = {
  not_a_url:
    "The feed URL must be a complete http:// or https:// address of at most 2,048 characters, without spaces or backslashes",
  scheme: "The feed URL must begin with http:// or https://",
  credentials: "The feed URL must not hold a user name or password",
  address_literal: "The feed URL must name its host: IP addresses are not fetched",
  host_name: "The feed URL's host is not a valid internet host name",
  private_name: "The feed URL's host is a name of a private, local or reserved network",
  port: "The feed URL's port must be 80, 443, 8080, 8443 or 8123",
  own_host: "The feed URL points at this service itself: only /api/feeds/example can be polled here",
  private_address: "The feed URL's host has an address that is not on the public internet",
  unresolvable: "The feed URL's host has no address",
  downgrade: "The feed redirects from https:// to http://",
  too_many_redirects: "The feed redirects more than 3 times",
} as const;

export type FeedRefusal = keyof typeof FEED_REFUSALS;

export type FeedRefused = { ok: false; reason: FeedRefusal };

export const feedRefused = (reason: FeedRefusal): FeedRefused => ({ ok: false, reason });
