// An alert while strangers use up the codes of the house, or guess at codes of many accounts.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ env: { CODES_PER_DAY: '50' } });
});
afterEach(() => app.stop());

const ago = (hours: number) => new Date(app.clock.now().getTime() - hours * 60 * 60_000);

/** Rows of codes that were sent, or asked for where no customer has the account, `hours` ago. */
function codes(count: number, wrong: number, { scene = 'LOGIN', hours = 1, isSent = true } = {}) {
  return app.owner.query({
    text: `insert into one_time_code (account, scene, device_id, code_hash, sent_at, expires_at, wrong_guesses, wrong_guesses_elsewhere)
           select 'flood' || n, $1, 'flood', case when $2 then '\\x00'::bytea end, $3, $3, $5, $5 from generate_series(1, $4) n`,
    values: [scene, isSent, ago(hours), count, wrong],
  });
}

async function openAlerts(): Promise<string[]> {
  await app.slices.security.jobs['watch-codes']?.({});
  const { rows } = await app.owner.query<{ kind: string }>({
    text: 'select kind from alert where resolved_at is null order by kind',
  });
  return rows.map(({ kind }) => kind);
}

it('codes that staff types raise an alert of their own at twenty wrong guesses, until they are a day old', async () => {
  const subjects = async () => {
    await openAlerts();
    return (await app.owner.query({ text: 'select kind, subject from alert where resolved_at is null' })).rows;
  };
  // Of the device that asked, and of others: two each.
  await codes(9, 1, { scene: 'CHANGE_CONTACT' });
  await codes(100, 1, { scene: 'CHANGE_CONTACT', hours: 25 });
  await codes(100, 1, { scene: 'WITHDRAW' });
  expect(await subjects()).toEqual([]);
  await codes(1, 1, { scene: 'CHANGE_CONTACT' });
  expect(await subjects()).toEqual([{ kind: 'codes-guessed', subject: 'staff' }]);
  app.clock.advance({ days: 1 });
  expect(await subjects()).toEqual([]);
});

describe('strangers’ codes', () => {
  it('raise an alert once half of their number is used, until fewer are', async () => {
    await codes(19, 0);
    await codes(100, 0, { scene: 'WITHDRAW' });
    await codes(100, 0, { hours: 25 });
    await codes(100, 0, { isSent: false });
    expect(await openAlerts()).toEqual([]);
    await codes(1, 0);
    expect(await openAlerts()).toEqual(['codes-run-out']);
    app.clock.advance({ days: 1 });
    expect(await openAlerts()).toEqual([]);
  });

  it('raise an alert at a thousand wrong guesses over all accounts', async () => {
    await codes(10, 49);
    await codes(100, 5, { hours: 25 });
    expect(await openAlerts()).toEqual([]);
    await codes(2, 5);
    expect(await openAlerts()).toEqual(['codes-guessed']);
  });
});
