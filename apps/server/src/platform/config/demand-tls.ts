import { ConfigError } from './config-error.ts';
import { isLoopback } from './plain-http.ts';
import type { Environment } from './variables.ts';

type Reader = (environment: Environment, name: string) => string | null;

const connections = ['database', 'mail'] as const;
export type Connection = (typeof connections)[number];

/** Of `TLS_ELSEWHERE`: connections that something else encrypts, such as a tunnel. */
export function tlsElsewhere(listed: readonly string[]): readonly Connection[] {
  return listed.map((name) => {
    const found = connections.find((connection) => connection === name);
    if (found === undefined) throw new ConfigError(`TLS_ELSEWHERE: ${name} is none of ${connections.join(', ')}`);
    return found;
  });
}

/** Refuses a connection to another machine that can be read on the way: it carries passwords, codes and all data. */
export function assertTls(
  { databaseUrl, environment }: { databaseUrl: string | null; environment: Environment },
  elsewhere: readonly Connection[],
  read: Reader,
): void {
  if (databaseUrl !== null && !elsewhere.includes('database') && !isDatabaseSafe(databaseUrl, environment)) {
    throw new ConfigError(
      'DATABASE_URL (or DATABASE_OWNER_URL) is on another machine: add sslmode=verify-full, or TLS_ELSEWHERE=database where a tunnel encrypts it',
    );
  }
  const mail = read(environment, 'SMTP_URL');
  if (mail !== null && !elsewhere.includes('mail') && !isMailSafe(mail)) {
    throw new ConfigError(
      'SMTP_URL is on another machine: give smtps://, or smtp:// with requireTLS=true, or TLS_ELSEWHERE=mail where a tunnel encrypts it',
    );
  }
}

/** The driver checks the certificate with each of these; `no-verify` and libpq's meaning of `require` do not. */
const checkedModes = new Set(['require', 'verify-ca', 'verify-full']);

/** As the driver reads it: of a parameter that stands there twice the last one, without a host PGHOST. */
function isDatabaseSafe(text: string, environment: Environment): boolean {
  const { hostname, searchParams } = new URL(text);
  const last = (name: string) => searchParams.getAll(name).at(-1);
  const host = decodeURIComponent(last('host') ?? hostname) || (environment.PGHOST ?? '');
  // A path is a socket of this machine.
  if (host === '' || host.startsWith('/') || isLoopback(host.replace(/^\[|\]$/g, ''))) return true;
  const mode = last('sslmode') ?? '';
  const asLibpq = last('uselibpqcompat') === 'true';
  return checkedModes.has(mode) && (!asLibpq || mode === 'verify-full');
}

function isMailSafe(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, searchParams } = new URL(text);
  if (isLoopback(hostname.replace(/^\[|\]$/g, ''))) return true;
  return protocol === 'smtps:' || searchParams.get('requireTLS') === 'true';
}
