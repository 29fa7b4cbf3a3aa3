/** The keys of which the specification says that a bare number is °F, and those of the classic object's probes. */
const SPECIFIED_TEMPERATURE = /^temp(?:\d+|_avg)$/;

export const isSpecifiedTemperature = (key: string): boolean => SPECIFIED_TEMPERATURE.test(key);
