import names from "../../dist/site-names.json" with { type: "json" };

/** By its source's name, the path under which a built file is served; its content stands in the name. */
export const ASSETS = names;
