// What the environment may say, what it means when it says nothing, and which starts are refused.
import { describe, expect, it } from 'vitest';
import { assertAllowed, ConfigError, loadConfig } from './config.ts';
import type { Environment } from './variables.ts';

const someUrl = 'postgres://lode@db.internal/lode?sslmode=verify-full';

describe('defaults', () => {
  it('is the demo on the embedded database, on this machine only', () => {
    expect(loadConfig({})).toMatchObject({
      mode: 'demo',
      isModeGiven: false,
      role: 'all',
      host: '127.0.0.1',
      port: 8080,
      databaseUrl: null,
      rateLimitScale: 1,
      withdrawHoldHours: 24,
      codesPerDay: 5000,
      freeAnonymousCalls: 300,
      clockOffsetHours: null,
      isServiceWorkerOff: false,
    });
  });

  it.each([
    ['a database of its own', { DATABASE_URL: someUrl }],
    ['NODE_ENV=production', { NODE_ENV: 'production' }],
    ['DEMO=0', { DEMO: '0' }],
  ])('is production with %s', (_what, environment) => {
    expect(loadConfig(environment)).toMatchObject({ mode: 'production', isModeGiven: true });
  });

  it('takes DEMO at its word, and an empty variable as none', () => {
    expect(loadConfig({ DATABASE_URL: someUrl, DEMO: '1' }).mode).toBe('demo');
    expect(loadConfig({ DEMO: 'empty' }).mode).toBe('demo-empty');
    expect(loadConfig({ DEMO: '', PORT: ' ', DATABASE_URL: '' })).toMatchObject({ mode: 'demo', port: 8080 });
  });

  it('ends sessions that are idle for two weeks, but in a demo, whose clock is shifted by weeks', () => {
    expect(loadConfig({ DEMO: '0' }).sessionIdleDays).toBe(14);
    expect(loadConfig({}).sessionIdleDays).toBe(30);
    expect(loadConfig({ DEMO: '0', SESSION_IDLE_DAYS: '3' }).sessionIdleDays).toBe(3);
  });

  it('lets a command follow the database unless DEMO is given', () => {
    const follow = { followsDatabase: true };
    expect(loadConfig({ DATABASE_URL: someUrl }, follow).isModeGiven).toBe(false);
    expect(loadConfig({ DATABASE_URL: someUrl, DEMO: '0' }, follow).isModeGiven).toBe(true);
  });
});

const refusals: [string, Environment, RegExp][] = [
  ['a demo on a public address', { DEMO: '1', HOST: '0.0.0.0' }, /this machine only.*DEMO=0/],
  ['a public demo by name', { DEMO: 'empty', HOST: 'lode.example' }, /this machine only/],
  ['looser limits in production', { DEMO: '0', RATE_LIMIT_SCALE: '1.01' }, /RATE_LIMIT_SCALE above 1/],
  ['shorter holds in production', { DEMO: '0', WITHDRAW_HOLD_HOURS: '23' }, /WITHDRAW_HOLD_HOURS under 24/],
  ['the owner of the tables in production', { DATABASE_URL: someUrl, DATABASE_OWNER_URL: someUrl }, /npm run migrate/],
  ['another time in production', { DATABASE_URL: someUrl, CLOCK_OFFSET_HOURS: '1' }, /CLOCK_OFFSET_HOURS/],
  ['a guessable pepper in production', { DEMO: '0', PASSWORD_PEPPER: 'short' }, /16 characters/],
  ['an unknown mode', { DEMO: 'yes' }, /DEMO=yes: give one of/],
  ['an unknown role', { ROLE: 'staff-only' }, /ROLE=staff-only: give one of/],
  ['a service worker that is neither on nor off', { SERVICE_WORKER: '0' }, /give one of on, off/],
  ['a port that is none', { PORT: '80a' }, /PORT=80a: give a whole number/],
  ['a port beyond the last', { PORT: '65536' }, /from 0 to 65535/],
  ['more anonymous calls for nothing than any household makes', { FREE_ANONYMOUS_CALLS: '10001' }, /from 1 to 10000/],
  ['a clock that goes back', { CLOCK_OFFSET_HOURS: '-1' }, /CLOCK_OFFSET_HOURS=-1/],
  ['a scale of nothing', { RATE_LIMIT_SCALE: '0' }, /above 0/],
  ['an owner without a server role', { DATABASE_OWNER_URL: someUrl }, /without DATABASE_URL/],
  ['an address of another kind', { DATABASE_URL: 'mysql://root:hunter22@db/lode' }, /postgres:\/\/user/],
  ['an address without a database', { DATABASE_URL: 'postgres://root:hunter22@db' }, /postgres:\/\/user/],
];

describe('refusals', () => {
  it.each(refusals)('%s', (_what, environment, message) => {
    expect(() => loadConfig(environment)).toThrow(ConfigError);
    expect(() => loadConfig(environment)).toThrow(message);
  });

  it.each([
    ['BITCOIN_RPC_URL', 'http://u:hunter22@node:8332'],
    ['EVM_RPC_URL', 'HTTP://10.0.0.7:8545'],
    ['EVM_RPC_URL', 'http://127.0.0.1.evil.example'],
    ['EVM_RPC_URL', 'http://localhost@evil.example'],
    ['KYT_URL', 'http://[::2]/risk'],
    ['BITCOIN_RPC_URL', 'http:/u:hunter22@node:8332'],
    ['EVM_RPC_URL', 'HTTP:node.example:8545'],
    ['EVM_SECOND_RPC_URL', 'http:\\\\node.example'],
    ['ALIYUN_SMS_ENDPOINT', 'http://0.0.0.0:80/'],
    ['PRICE_SOURCES', 'binance,okx=http://127.0.0.1:1,coinbase=http://proxy.internal'],
    ['RATE_SOURCE', 'coingecko=http://proxy.internal'],
  ])('plain http to another machine in production: %s=%s', (name, value) => {
    const load = () => loadConfig({ DEMO: '0', [name]: value });
    expect(load).toThrow(new RegExp(`^${name}: http to another machine`));
    expect(load).toThrow(expect.not.stringContaining('hunter22'));
    expect(() => loadConfig({ DEMO: '1', [name]: value })).not.toThrow();
  });

  it.each(['http://127.0.0.1:8332', 'http://u:p@localhost:8332', 'http://[::1]:8332', 'https://node.example'])(
    'not a connection that stays on this machine or is encrypted: %s',
    (url) => {
      const given = { BITCOIN_RPC_URL: url, EVM_RPC_URL: url, KYT_URL: url, PRICE_SOURCES: `okx=${url}` };
      expect(() => loadConfig({ DEMO: '0', ...given })).not.toThrow();
    },
  );

  it('never repeat an address: there may be a password in it', () => {
    for (const [, environment] of refusals) {
      expect(() => loadConfig(environment)).toThrow(expect.not.stringContaining('hunter22'));
    }
  });

  it('are of the mode: the demo may do what production may not', () => {
    const environment = { DEMO: '1', RATE_LIMIT_SCALE: '1000', WITHDRAW_HOLD_HOURS: '0', CLOCK_OFFSET_HOURS: '48' };
    const config = loadConfig(environment);
    expect(config).toMatchObject({ rateLimitScale: 1000, withdrawHoldHours: 0, clockOffsetHours: 48 });
    expect(() => assertAllowed({ ...config, mode: 'production' })).toThrow(ConfigError);
  });

  it('keep the console off the host of the customers in production: a browser sends its cookies to every port of a host', () => {
    const load =
      (CONSOLE_ORIGIN: string, DEMO = '0') =>
      () =>
        loadConfig({ DEMO, PUBLIC_URL: 'https://lode.example/', CONSOLE_ORIGIN });
    for (const same of ['https://lode.example:8443', 'https://LODE.example', 'https://lode.example.:8443'])
      expect(load(same), same).toThrow('needs a host of its own');
    for (const own of ['https://console.lode.example', 'https://lode.example.org'])
      expect(load(own), own).not.toThrow();
    expect(load('https://lode.example:8443', '1'), 'the demo has one host').not.toThrow();
  });

  it('let production listen anywhere and keep a clock without offset', () => {
    const config = loadConfig({ DEMO: '0', HOST: '0.0.0.0', CLOCK_OFFSET_HOURS: '0' });
    expect(config).toMatchObject({ host: '0.0.0.0', clockOffsetHours: 0 });
  });
});
