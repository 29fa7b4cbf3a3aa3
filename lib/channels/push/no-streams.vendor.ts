/**
 * Bundles take this in place of the streams that node-fetch brings for old Nodes (an alias of wrangler.toml), 60 KB that
 * a cold start would pay for: Workers have their own, and nothing is to be set there.
 */
export {};
