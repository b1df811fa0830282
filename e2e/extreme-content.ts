import type { BrowserContext } from '@playwright/test';

const longName = '云南昭通大山包水电并网矿场第十七机房 B 区-Immersion-Cooling-Row-0042';
const unbroken = 'ANTMINER-S21-XP-HYDRO-473TH-LIQUID-COOLED-SERIAL-0123456789ABCD';

/** The longest and largest values of the contract, by field name. */
const texts: Record<string, string> = {
  machineNo: unbroken,
  model: longName,
  site: longName,
  nickname: longName.slice(0, 32),
  label: longName.slice(0, 32),
  maskedAccount: 'abc****@a-very-long-name-of-a-mail-host.with-several-parts.example.com',
  deviceId: `${unbroken}${unbroken}`.slice(0, 128),
  hashrate: '123456789.123456',
};
const names =
  /^(?:coin|network|unit|uptime|hashrateUnit|rate|apy|btcApy|usdtApy|source|status|state|type|direction|account)$/;
const decimal = /^(-?)\d+\.(\d{2,8})$/;

/** Replaces every value by its extreme. */
function extremeOf(value: unknown, field = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => extremeOf(each, field));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, extremeOf(inside, name)]));
  }
  if (typeof value !== 'string' || names.test(field)) return value;
  if (field in texts) return texts[field];
  const [, sign, fraction = ''] = decimal.exec(value) ?? [];
  // Integers of the ledger's column: the largest possible balance.
  return sign === undefined
    ? value
    : `${sign}${fraction.length === 8 ? '20999999' : '999999999'}.${'9'.repeat(fraction.length)}`;
}

/** Extremes in every API response to the context's pages; requests are unchanged. */
export async function showExtremes(context: BrowserContext): Promise<void> {
  await context.route('**/api/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    // Banner pictures come from the API too.
    if (!response.headers()['content-type']?.startsWith('application/json')) return route.fulfill({ response });
    const answer = (await response.json()) as { code: number; data: unknown };
    return route.fulfill({ response, json: { ...answer, data: extremeOf(answer.data) } });
  });
}
