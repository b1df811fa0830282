import type { AddressOfKey } from '../../../platform/chains/address-of-key.ts';
import { boundedText, jsonObject, UnusableAnswer } from '../../../platform/http-client.ts';
import type { Screening, ScreeningResult } from '../payout-ports.ts';
import { ScreeningUnavailable } from './screening-unavailable.ts';

/** As the provider names them, the lowest first. */
export const risks = ['Low', 'Medium', 'High', 'Severe'] as const;
type Risk = (typeof risks)[number];

export function isRisk(text: unknown): text is Risk {
  return (risks as readonly unknown[]).includes(text);
}

export interface ChainalysisConfig {
  /** Base of the Entities API, without a slash at its end. */
  url: string;
  key: string;
  /** Addresses of a higher risk than this are not paid. */
  largestRisk: Risk;
  timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;
const longestResponse = 1024 * 1024;
/** Of the provider's reason, in log and alerts. */
const longestReason = 200;

type Json = Record<string, unknown>;

/**
 * Screening by the Chainalysis Entities API: an address is registered (`POST /v2/entities`), then its risk is read
 * (`GET /v2/entities/{address}`). An incomplete response, or one about another address, is no result.
 */
export function byChainalysis({ url, key, largestRisk, timeoutMs = defaultTimeoutMs }: ChainalysisConfig) {
  async function ask(path: string, method: 'GET' | 'POST', body?: object): Promise<Json> {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { token: key, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) };
    try {
      // A redirect leads to a server that was not configured.
      const response = await fetch(`${url}${path}`, {
        method,
        headers,
        signal,
        redirect: 'error',
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new ScreeningUnavailable(`HTTP ${response.status}`);
      return jsonObject(await boundedText(response, longestResponse));
    } catch (error) {
      if (error instanceof ScreeningUnavailable) throw error;
      if (error instanceof UnusableAnswer) throw new ScreeningUnavailable(error.message, error);
      throw new ScreeningUnavailable(signal.aborted ? `no answer in ${timeoutMs} ms` : 'it cannot be reached', error);
    }
  }

  return async (_dbTx: unknown, { address }: { address: string }): Promise<ScreeningResult> => {
    refuseOtherAddress(await ask('/v2/entities', 'POST', { address }), address);
    const answer = await ask(`/v2/entities/${encodeURIComponent(address)}`, 'GET');
    refuseOtherAddress(answer, address);
    const { risk, riskReason } = answer;
    if (!isRisk(risk)) throw new ScreeningUnavailable('an answer without a risk that is known');
    if (risks.indexOf(risk) <= risks.indexOf(largestRisk)) return { isClear: true };
    const detail = typeof riskReason === 'string' ? `: ${riskReason.slice(0, longestReason)}` : '';
    return { isClear: false, reason: `its risk is ${risk}${detail}` };
  };
}

/** Hexadecimal addresses come back in other capitals; any other difference is another address. */
function refuseOtherAddress(answer: Json, address: string): void {
  const found = typeof answer.address === 'string' ? answer.address : '';
  const isSame = address.startsWith('0x') ? found.toLowerCase() === address.toLowerCase() : found === address;
  if (!isSame) throw new ScreeningUnavailable('an answer about another address');
}

/** The provider is asked about the address that is paid, not about a text beside it. */
export function ofPaidAddress(screen: ReturnType<typeof byChainalysis>, addressOf: AddressOfKey): Screening {
  return (db, { network, addressKey }) => screen(db, { address: addressOf(network, addressKey) });
}
