import names from "../../dist/site-names.json" with { type: "json" };

/** The served path of each built file, by the name of its source. The path contains a hash of the content. */
export const ASSETS = names;
