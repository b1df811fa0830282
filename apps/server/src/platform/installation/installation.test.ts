// A database keeps what it was made for; the demo touches none that it did not make.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { ConfigError, loadConfig } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { foundInstallation, readInstallation, resolveMode } from './installation.ts';

const fingerprint = randomBytes(32);
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
beforeEach(async () => {
  await test.owner.query({ text: 'delete from installation' });
});
afterAll(() => test.drop());

const fixMode = (environment: Environment, options?: { followsDatabase: boolean }) =>
  resolveMode(test.owner, loadConfig(environment, options));

describe('the mode of a database', () => {
  it('is what the first start asks for', async () => {
    for (const [demo, mode] of [
      ['1', 'demo'],
      ['empty', 'demo-empty'],
      ['0', 'production'],
    ]) {
      expect((await fixMode({ DEMO: demo })).mode).toBe(mode);
    }
  });

  it.each([
    ['demo', { DEMO: '0' }],
    ['demo', { NODE_ENV: 'production' }],
    ['demo', { DEMO: 'empty' }],
    ['demo-empty', { DEMO: '1' }],
    ['production', { DEMO: '1' }],
    ['production', { DEMO: 'empty' }],
  ] as const)('stays %s: refuses %o', async (stored, environment) => {
    await foundInstallation(test.owner, stored, fingerprint);
    await expect(fixMode(environment)).rejects.toThrow(/this database was made with DEMO=/);
  });

  it('is followed by a start that says nothing, with the rules of that mode', async () => {
    await foundInstallation(test.owner, 'production', fingerprint);
    expect((await fixMode({})).mode).toBe('production');
    await expect(fixMode({ RATE_LIMIT_SCALE: '2' })).rejects.toThrow(ConfigError);
  });

  it('is followed by a command, whatever the default would be', async () => {
    await foundInstallation(test.owner, 'demo', fingerprint);
    const environment = { DATABASE_URL: 'postgres://lode@127.0.0.1/lode', CLOCK_OFFSET_HOURS: '24' };
    expect((await fixMode(environment, { followsDatabase: true })).mode).toBe('demo');
    await expect(fixMode({ ...environment, CLOCK_OFFSET_HOURS: '' })).rejects.toThrow(ConfigError);
  });
});

describe('a database of another product', () => {
  let theirs: Database;
  const name = `theirs_${randomBytes(5).toString('hex')}`;
  const url = () => {
    const other = new URL(inject('postgres').ownerUrl);
    other.pathname = `/${name}`;
    return other.href;
  };
  beforeAll(async () => {
    await test.owner.query({ text: `create database ${name}` });
    theirs = openDatabase(url(), { max: 1 });
  });
  afterAll(async () => {
    await theirs.end();
    await test.owner.query({ text: `drop database ${name}` });
  });

  it('is taken by the demo while it is empty, and refused when it holds anything', async () => {
    const demo = loadConfig({ DATABASE_URL: url(), DEMO: '1' });
    expect((await resolveMode(theirs, demo)).mode).toBe('demo');
    await theirs.query({ text: 'create table payroll (amount int)' });
    await expect(resolveMode(theirs, demo)).rejects.toThrow(/did not make/);
    expect((await resolveMode(theirs, { ...demo, mode: 'production' })).mode).toBe('production');
  });
});

describe('the clock offset', () => {
  it('is kept when it is given, and comes back when it is not', async () => {
    await foundInstallation(test.owner, 'demo', fingerprint);
    const read = async (environment: Environment) =>
      (await readInstallation(test.database, loadConfig({ DEMO: '1', ...environment }))).clockOffsetHours;
    expect(await read({})).toBe(0);
    expect(await read({ CLOCK_OFFSET_HOURS: '72' })).toBe(72);
    expect(await read({})).toBe(72);
    expect(await read({ CLOCK_OFFSET_HOURS: '0' })).toBe(0);
  });

  it('does nothing in production, also when the role of the server has written one', async () => {
    await foundInstallation(test.owner, 'production', fingerprint);
    const attack = 'update installation set clock_offset_hours = 200 returning clock_offset_hours as hours';
    expect((await test.database.query({ text: attack })).rows).toEqual([{ hours: 200 }]);
    const read = (environment: Environment) => readInstallation(test.database, loadConfig(environment));
    expect((await read({ DEMO: '0' })).clockOffsetHours).toBe(0);
    expect((await read({ DEMO: '0', CLOCK_OFFSET_HOURS: '0' })).clockOffsetHours).toBe(0);
    expect((await read({ DEMO: '1' })).clockOffsetHours).toBe(200);
  });
});

describe('the first start', () => {
  it('is one: a second process changes nothing', async () => {
    await foundInstallation(test.owner, 'demo', fingerprint);
    await foundInstallation(test.owner, 'production', randomBytes(32));
    const installation = await readInstallation(test.database, loadConfig({ DEMO: '1' }));
    expect(installation).toMatchObject({ mode: 'demo', pepperFingerprint: fingerprint, demoSeededAt: null });
  });
});
