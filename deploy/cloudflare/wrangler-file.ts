/** The domain that stands in wrangler.toml until somebody has one. */
const EXAMPLE_DOMAIN = "hearthwatch.example";

export const DEPLOY_FILE = "wrangler.deploy.toml";

/** wrangler.toml with the routes of one's own domain; `zone` is the domain that Cloudflare manages. */
export function withDomain(text: string, host: string, zone: string): string {
  return text
    .replaceAll(`pattern = "${EXAMPLE_DOMAIN}/`, `pattern = "${host}/`)
    .replaceAll(`zone_name = "${EXAMPLE_DOMAIN}"`, `zone_name = "${zone}"`);
}
