// The statement of risks is confirmed in the version that was read, and what was read can be shown afterwards.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';

let app: TestApp;
let customer: TestCustomer;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  customer = await app.createCustomer();
});

const statement = () => app.data('riskDisclosure', {}, customer.caller);
const confirm = (version: string) => app.call('confirmRiskDisclosure', { version }, customer.caller);
const confirmations = async () => {
  const { rows } = await app.database.query({
    text: `select version, device_id, confirmed_at, encode(content_hash, 'hex') as hash from risk_confirmation where customer_id = $1`,
    values: [customer.id],
  });
  return rows;
};

describe('the risk disclosure', () => {
  it('is confirmed once, with who, when, on what device and what was shown [call:GET /api/user/risk-statement] [call:POST /api/user/risk-statement/confirm] [call:GET /api/setting/detail/agreement]', async () => {
    const { version, confirmed } = await statement();
    expect(confirmed).toBe(false);
    const shown = await app.data('agreement', { key: 'user_sm' });
    expect(shown.version).toBe(version);

    const now = app.clock.now();
    expect(await confirm(version)).toMatchObject({ code: 200, data: null });
    app.clock.advance({ hours: 1 });
    expect((await confirm(version)).code).toBe(200);
    const hash = createHash('sha256').update([version, shown.title, shown.content].join('\n\n')).digest('hex');
    const { deviceId } = customer.caller;
    expect(await confirmations()).toEqual([{ version, device_id: deviceId, confirmed_at: now, hash }]);
    expect(await statement()).toEqual({ version, confirmed: true });
  });

  it('is not confirmed by another version, whose response names the one in force', async () => {
    const { version } = await statement();
    expect(await confirm('1999-01')).toMatchObject({ code: 40008, data: { version } });
    expect(await confirmations()).toEqual([]);
  });

  it('is asked for again when its version is another', async () => {
    const { version } = await statement();
    await confirm(version);
    await app.owner.query({
      text: `update risk_confirmation set version = '1999-01' where customer_id = $1`,
      values: [customer.id],
    });
    expect((await statement()).confirmed).toBe(false);
  });

  it('is a record that the server cannot change', async () => {
    await confirm((await statement()).version);
    await expect(app.database.query({ text: 'delete from risk_confirmation' })).rejects.toThrow('permission denied');
    await expect(app.database.query({ text: `update risk_confirmation set confirmed_at = now()` })).rejects.toThrow(
      'permission denied',
    );
  });
});

it('counts as confirmed for every customer who is imported into the empty demo', async () => {
  const empty = await startTestApp({ env: { DEMO: 'empty' } });
  try {
    const { caller } = await empty.createCustomer();
    expect((await empty.data('riskDisclosure', {}, caller)).confirmed).toBe(true);
  } finally {
    await empty.stop();
  }
});
