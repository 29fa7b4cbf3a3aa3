/** A key is cut off long before; what stands behind it is not worth the time. */
const NAME_READ_MAX = 96;

/** `radonShortTermAvg`, `TempC_SHT` and `PM2.5` as `radon_short_term_avg`, `temp_c_sht` and `pm2_5`. */
export const snake = (name: string): string => {
  const short = name.slice(0, NAME_READ_MAX);
  if (/^[a-z\d_]*$/.test(short)) return short;
  return short
    .replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, "_")
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, "_")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
};

/** A name for people: `soil_moisture` is `Soil moisture`; a name that people gave stays as it is. */
export const worded = (name: string): string => {
  if (/\s/.test(name)) return name;
  const words = snake(name)
    .replaceAll("_", " ")
    .replace(/\bpm2? ?0?2 ?5\b|\bpm 2 5\b/, "PM2.5");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
