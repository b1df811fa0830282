import { DecimalError, divFloor, parseDecimal } from '@lode/money';
import { PriceUnavailable } from '../price-source.ts';
import { askPublic, type Json } from '../public-call.ts';
import type { RateSource } from './rate-source.ts';

const name = 'coingecko';
const path = '/api/v3/simple/price?ids=tether&vs_currencies=cny&include_last_updated_at=true&precision=6';
const finestScale = 18;
const microScale = 6;

/** CoinGecko's public API, `GET /simple/price`: no key, no account. `origin` puts another address in the place of its own. */
export function coingeckoSource(origin = 'https://api.coingecko.com'): RateSource {
  return {
    name,
    async rate() {
      const { status, answer } = await askPublic(name, new URL(path, origin));
      if (status !== 200) throw new PriceUnavailable(name, `HTTP ${status}`);
      const tether = answer.tether;
      if (typeof tether !== 'object' || tether === null) throw new PriceUnavailable(name, 'an answer without tether');
      const { cny, last_updated_at: at } = tether as Json;
      return { cny: microCny(cny), time: timeOf(at) };
    },
  };
}

/** The API writes a number; the shortest decimal that names it is the one that was sent. */
function microCny(value: unknown): bigint {
  try {
    const exact = parseDecimal(typeof value === 'number' ? String(value) : '', finestScale);
    const cny = divFloor(exact, 10n ** BigInt(finestScale - microScale));
    if (cny > 0n) return cny;
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
  }
  throw new PriceUnavailable(name, 'an answer without a rate');
}

/** Unix seconds. */
function timeOf(value: unknown): Date {
  const time = typeof value === 'number' && Number.isSafeInteger(value) ? new Date(value * 1000) : new Date(Number.NaN);
  if (Number.isNaN(time.getTime()) || time.getTime() <= 0) throw new PriceUnavailable(name, 'an answer without a time');
  return time;
}
