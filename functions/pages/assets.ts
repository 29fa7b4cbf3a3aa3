import names from "../../dist/site-names.json" with { type: "json" };

/** The path under which a built file is served, by its source's name; the file's content stands in the name. */
export const ASSETS = names;
