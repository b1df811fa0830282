// Ten passkeys at most, and none beside an app that is set up at the same moment: held where two requests meet.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer, testPassword } from '../../../testing/app.ts';
import { awaitWaitingConnections } from '../../../testing/lock-waiters.ts';
import { testPasskey } from '../../../testing/passkey-device.ts';
import { factorCode } from '../testing/authenticator.ts';
import { enrolPasskey, passkeyToken } from '../testing/passkey.ts';

let app: TestApp;
let customer: TestCustomer;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  customer = await app.createMoneyCustomer();
});

const state = () => app.data('secondFactor', {}, customer.caller);
/** Rows of enrolments that the test does not go through one by one. */
const plant = (count: number) =>
  app.owner.query({
    text: `insert into passkey (customer_id, credential_id, public_key, counter, transports, name, added_at)
           select $1, $2::bytea || int4send(n), 'key', 0, '{}', 'key', now() from generate_series(1, $3) n`,
    values: [customer.id, randomBytes(8), count],
  });

it('refuses the eleventh, also one that began while there were nine', async () => {
  const { passkey } = await enrolPasskey(app, customer);
  await plant(8);
  const begin = async () => {
    const secondFactor = await passkeyToken(app, customer, passkey);
    return app.call('passkeyBegin', { password: testPassword, secondFactor }, customer.caller);
  };
  const confirm = async (challenge: string) =>
    app.call(
      'passkeyConfirm',
      { ...testPasskey().create(challenge), code: await factorCode(app, customer) },
      customer.caller,
    );
  const [tenth, eleventh] = [(await begin()).data.challenge, (await begin()).data.challenge];
  expect(await confirm(tenth)).toMatchObject({ code: 200 });
  expect(await confirm(eleventh)).toMatchObject({ code: 40006, data: { limit: '10' } });
  expect(await begin()).toMatchObject({ code: 40006, data: { limit: '10' } });
  expect((await state()).passkeys).toHaveLength(10);
});

it('is refused the eleventh by the database, also of two writers at once', async () => {
  await enrolPasskey(app, customer);
  await plant(8);
  const both = await Promise.allSettled([plant(1), plant(1)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await state()).passkeys).toHaveLength(10);
});

it('begins no app without a factor while the first passkey is being enrolled', async () => {
  const begin = () => app.call('secondFactorBegin', { password: testPassword }, customer.caller);
  const enrolment = app.owner.transaction(async (dbTx) => {
    await dbTx.query({
      text: 'insert into second_factor (customer_id, started_at) values ($1, now())',
      values: [customer.id],
    });
    await dbTx.query({
      text: `insert into passkey (customer_id, credential_id, public_key, counter, transports, name, added_at)
             values ($1, $2, 'key', 0, '{}', 'key', now())`,
      values: [customer.id, randomBytes(16)],
    });
    // It has seen no factor, and waits for this row.
    const begun = begin();
    await awaitWaitingConnections(app.database, 1);
    return { begun };
  });
  const { begun } = await enrolment;
  expect(await begun).toMatchObject({ code: 40008 });
  expect(await begin()).toMatchObject({ code: 20007, data: { methods: ['PASSKEY', 'RECOVERY'] } });
  expect((await state()).methods).toEqual(['PASSKEY', 'RECOVERY']);
});
