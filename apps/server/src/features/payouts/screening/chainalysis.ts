import { boundedText, jsonObject, UnusableAnswer } from '../../../platform/http-client.ts';
import type { Withdrawal } from '../../withdrawals/withdrawal.repository.ts';
import type { Screening } from '../payout-ports.ts';
import { NoScreening } from './screening-unavailable.ts';

/** The provider's own words, the least first. */
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

const answerWithinMs = 10_000;
const longestAnswer = 1024 * 1024;
/** What is told to the staff of an answer. */
const longestReason = 200;

type Json = Record<string, unknown>;

/**
 * Screening by the Chainalysis Entities API: an address is registered (`POST /v2/entities`), then its risk is read
 * (`GET /v2/entities/{address}`). Whatever is not a whole answer about this very address is none.
 */
export function byChainalysis({ url, key, largestRisk, timeoutMs = answerWithinMs }: ChainalysisConfig) {
  async function ask(path: string, method: 'GET' | 'POST', body?: object): Promise<Json> {
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { token: key, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) };
    try {
      // A provider that sends us elsewhere is not the one that was configured.
      const response = await fetch(`${url}${path}`, {
        method,
        headers,
        signal,
        redirect: 'error',
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new NoScreening(`HTTP ${response.status}`);
      return jsonObject(await boundedText(response, longestAnswer));
    } catch (error) {
      if (error instanceof NoScreening) throw error;
      if (error instanceof UnusableAnswer) throw new NoScreening(error.message, error);
      throw new NoScreening(signal.aborted ? `no answer in ${timeoutMs} ms` : 'it cannot be reached', error);
    }
  }

  return async (_dbTx: unknown, { address }: Pick<Withdrawal, 'address'>): Promise<Screening> => {
    readSame(await ask('/v2/entities', 'POST', { address }), address);
    const answer = await ask(`/v2/entities/${encodeURIComponent(address)}`, 'GET');
    readSame(answer, address);
    const { risk, riskReason } = answer;
    if (!isRisk(risk)) throw new NoScreening('an answer without a risk that is known');
    if (risks.indexOf(risk) <= risks.indexOf(largestRisk)) return { isClear: true };
    const reason = typeof riskReason === 'string' ? `: ${riskReason.slice(0, longestReason)}` : '';
    return { isClear: false, why: `its risk is ${risk}${reason}` };
  };
}

/** Hexadecimal addresses come back in the provider's own capitals; an address that is spelled otherwise is another one. */
function readSame(answer: Json, address: string): void {
  const found = typeof answer.address === 'string' ? answer.address : '';
  const isSame = address.startsWith('0x') ? found.toLowerCase() === address.toLowerCase() : found === address;
  if (!isSame) throw new NoScreening('an answer about another address');
}
