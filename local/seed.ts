export interface SeedInput {
  connectionString: string;
  baseUrl: string;
  dataDir: string;
  history: boolean;
}

export async function seedDemo(_input: SeedInput): Promise<{ lines: string[] }> {
  return { lines: [] };
}
