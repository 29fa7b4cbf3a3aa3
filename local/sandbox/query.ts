/** What Open-Meteo answers 400 for; the message is its reason. */
export class BadParameter extends Error {}

export function number({ searchParams }: URL, name: string, max: number): number {
  const text = searchParams.get(name);
  if (text === null || text === "") throw new BadParameter(`Parameter '${name}' is required.`);
  const value = Number(text);
  if (Math.abs(value) <= max) return value;
  throw new BadParameter(`${name} must be in range of -${max} to ${max}. Given: ${text}.`);
}

export function whole(search: URLSearchParams, name: string, fallback: number, max: number): number {
  const value = Number(search.get(name) ?? fallback);
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw new BadParameter(`${name} is invalid. Allowed range 0 to ${max}.`);
}

export function choice(search: URLSearchParams, name: string, [usual = "", ...others]: string[]): string {
  const given = search.get(name) ?? usual;
  if (given === usual || others.includes(given)) return given;
  throw new BadParameter(`The sandbox knows no ${name} '${given}'.`);
}
