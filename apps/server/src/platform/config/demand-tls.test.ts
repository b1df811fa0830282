// In production nothing that can be read on the way goes to another machine, unless the operator says what encrypts it.
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const production = { DEMO: '0' };

describe('the database', () => {
  it.each<[string, string, object?]>([
    ['plain', 'postgres://lode:hunter22@db.internal/lode'],
    ['without a look at the certificate', 'postgres://lode:hunter22@db.internal/lode?sslmode=no-verify'],
    ['as libpq reads require', 'postgres://lode:hunter22@db.internal/lode?uselibpqcompat=true&sslmode=require'],
    ['if the server likes', 'postgres://lode:hunter22@db.internal/lode?sslmode=prefer'],
    ['by a host that stands elsewhere in the address', 'postgres://lode:hunter22@127.0.0.1/lode?host=db.internal'],
    ['where plain is said last', 'postgres://lode:hunter22@db.internal/lode?sslmode=verify-full&sslmode=disable'],
    ['by a second host', 'postgres://lode:hunter22@127.0.0.1/lode?host=127.0.0.1&host=db.internal'],
    ['by PGHOST', 'postgres:///lode', { PGHOST: 'db.internal' }],
  ])('on another machine is refused %s, and the address is not repeated', (_what, DATABASE_URL, more = {}) => {
    const load = () => loadConfig({ ...production, DATABASE_URL, ...more });
    expect(load).toThrow(/^DATABASE_URL .*sslmode=verify-full/);
    expect(load).not.toThrow(/hunter22|db\.internal/);
  });

  it.each([
    ['with TLS', { DATABASE_URL: 'postgres://lode@db.internal/lode?sslmode=verify-full' }],
    ['on this machine', { DATABASE_URL: 'postgres://lode@127.0.0.1:5432/lode' }],
    ['on this machine by IPv6', { DATABASE_URL: 'postgres://lode@[::1]/lode' }],
    ['by a socket', { DATABASE_URL: 'postgres://lode@%2Fvar%2Frun%2Fpostgresql/lode' }],
    ['through a tunnel', { DATABASE_URL: 'postgres://lode@db.internal/lode', TLS_ELSEWHERE: 'database' }],
    ['in a demo', { DATABASE_URL: 'postgres://lode@db.internal/lode', DEMO: '1' }],
  ])('%s is taken', (_what, environment) => {
    expect(() => loadConfig({ ...production, ...environment })).not.toThrow();
  });
});

describe('mail', () => {
  const load = (SMTP_URL: string, more = {}) => loadConfig({ ...production, SMTP_URL, ...more });
  it('to another machine is refused unless it cannot fall back to plain', () => {
    for (const url of ['smtp://robot:hunter22@mail.example:587', 'smtp://mail.example?requireTLS=false', 'nonsense'])
      expect(() => load(url)).toThrow(/^SMTP_URL .*smtps:/);
  });

  it('goes over TLS, on this machine, or through a tunnel', () => {
    for (const url of ['smtps://mail.example', 'smtp://mail.example:587?requireTLS=true', 'smtp://127.0.0.1:25'])
      expect(() => load(url)).not.toThrow();
    expect(() => load('smtp://mail.example', { TLS_ELSEWHERE: 'database, mail' })).not.toThrow();
  });
});

it('what encrypts is said of known connections only', () => {
  expect(() => loadConfig({ TLS_ELSEWHERE: 'databse' })).toThrow('TLS_ELSEWHERE: databse is none of database, mail');
});
