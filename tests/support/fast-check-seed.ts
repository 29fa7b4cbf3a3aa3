import fc from "fast-check";

/** The same cases in every run, so that a failure is caused by the change. FC_SEED looks for new cases. */
const SEED = 20_261_121;

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? SEED) });
