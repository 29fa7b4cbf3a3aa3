import fc from "fast-check";

/** The same cases in every run, so that a red test is the change's; FC_SEED looks for new ones. */
const SEED = 20_261_121;

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? SEED) });
