import { type Config, ConfigError } from '../../../platform/config/config.ts';
import { environmentReader, type Variables } from '../../../platform/config/variables.ts';
import { type ChainalysisConfig, isRisk, risks } from './chainalysis.ts';

export const screeningVariables = {
  KYT_PROVIDER: {
    otherwise: 'none: the deny list alone',
    summary: 'who screens each address before it is paid: chainalysis',
  },
  KYT_API_KEY: { summary: 'the key for it', isSecret: true },
  KYT_URL: { default: 'https://api.chainalysis.com/api/risk', summary: 'another address of the same service' },
  KYT_LARGEST_RISK: { default: 'Medium', summary: 'addresses of a higher risk are not paid: Low, Medium or High' },
} as const satisfies Variables;

/** The provider that screens addresses besides the operator's own list; null when none is configured. */
export function loadKytConfig({ environment }: Pick<Config, 'environment'>): ChainalysisConfig | null {
  const given = environmentReader(screeningVariables, environment);
  const provider = given('KYT_PROVIDER');
  if (provider === null) return null;
  if (provider !== 'chainalysis') throw new ConfigError(`KYT_PROVIDER=${provider}: chainalysis is known`);
  const key = given('KYT_API_KEY');
  if (key === null) throw new ConfigError('KYT_PROVIDER is set, so KYT_API_KEY must be too');
  const url = given('KYT_URL');
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol)) {
    throw new ConfigError('KYT_URL is no http address');
  }
  const largestRisk = given('KYT_LARGEST_RISK');
  if (!isRisk(largestRisk) || largestRisk === 'Severe') {
    throw new ConfigError(
      `KYT_LARGEST_RISK=${largestRisk}: give ${risks.filter((risk) => risk !== 'Severe').join(', ')}`,
    );
  }
  return { url: url.replace(/\/+$/, ''), key, largestRisk };
}
