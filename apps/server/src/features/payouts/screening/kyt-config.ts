import { type Config, ConfigError } from '../../../platform/config/config.ts';
import { type ChainalysisConfig, isRisk, risks } from './chainalysis.ts';

/** Who is asked about addresses besides the operator's own list; null: nobody. */
export function loadKytConfig({ environment }: Pick<Config, 'environment'>): ChainalysisConfig | null {
  const given = (name: string): string | null => environment[name]?.trim() || null;
  const provider = given('KYT_PROVIDER');
  if (provider === null) return null;
  if (provider !== 'chainalysis') throw new ConfigError(`KYT_PROVIDER=${provider}: chainalysis is known`);
  const key = given('KYT_API_KEY');
  if (key === null) throw new ConfigError('KYT_PROVIDER is set, so KYT_API_KEY must be too');
  const url = given('KYT_URL') ?? 'https://api.chainalysis.com/api/risk';
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol)) {
    throw new ConfigError('KYT_URL is no http address');
  }
  const largestRisk = given('KYT_LARGEST_RISK') ?? 'Medium';
  if (!isRisk(largestRisk) || largestRisk === 'Severe') {
    throw new ConfigError(
      `KYT_LARGEST_RISK=${largestRisk}: give ${risks.filter((risk) => risk !== 'Severe').join(', ')}`,
    );
  }
  return { url: url.replace(/\/+$/, ''), key, largestRisk };
}
