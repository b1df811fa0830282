import { boundedText, jsonObject, UnusableAnswer } from '../../platform/http-client.ts';
import { PriceUnavailable } from './price-source.ts';

export type Json = Record<string, unknown>;

const answerWithinMs = 5_000;
const longestAnswer = 65_536;

/** A call of a public market data API, limited in time and size. `name` is the source's in an error. */
export async function askPublic(name: string, url: URL): Promise<{ status: number; answer: Json }> {
  try {
    // An exchange that sends us elsewhere is not the one that was configured.
    const signal = AbortSignal.timeout(answerWithinMs);
    const headers = { accept: 'application/json', 'user-agent': 'lode' };
    const response = await fetch(url, { signal, redirect: 'error', headers });
    return { status: response.status, answer: jsonObject(await boundedText(response, longestAnswer)) };
  } catch (error) {
    throw new PriceUnavailable(name, error instanceof UnusableAnswer ? error.message : 'no answer', error);
  }
}
