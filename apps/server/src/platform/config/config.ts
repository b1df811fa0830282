import { join, resolve } from 'node:path';
import { projectFolder } from '../project-folder.ts';
import { ConfigError } from './config-error.ts';
import { assertTls, type Connection, tlsElsewhere } from './demand-tls.ts';
import { assertNoPlainHttp, isLoopback } from './plain-http.ts';
import { type Environment, environmentReader, readSecret, type Variables } from './variables.ts';

export { ConfigError } from './config-error.ts';

/** What a database was made for. It is kept in the database and never changes. */
export type Mode = 'demo' | 'demo-empty' | 'production';

/** Which part of the program a process is. */
export type ProcessRole = 'all' | 'public' | 'worker' | 'staff';

export const serverVariables = {
  HOST: { default: '127.0.0.1', summary: 'address to listen on; demo mode listens on loopback only' },
  PORT: { default: '8080', summary: 'port to listen on' },
  DATABASE_URL: {
    otherwise: 'an embedded PostgreSQL in DATA_DIR',
    summary: 'the database, with the role that the server runs as',
    isSecret: true,
  },
  DATABASE_OWNER_URL: {
    summary: 'the role that owns the tables, for npm run migrate; a production server that is given it does not start',
    isSecret: true,
  },
  DATA_DIR: { otherwise: '.data', summary: "the embedded database, its secrets, and the demo's signer" },
  DEMO: {
    otherwise: '1; 0 with DATABASE_URL or NODE_ENV=production',
    summary: '1 demo data, empty the demo without customers, 0 as in production',
  },
  NODE_ENV: { summary: 'production turns demo mode off' },
  ROLE: {
    default: 'all',
    summary:
      'all, public (serves customers), worker (closes days, sends messages, follows chains) or staff (serves the console)',
  },
  CONSOLE_PORT: { default: '8081', summary: 'port of the console, a listener of its own' },
  CONSOLE_HOST: { default: '127.0.0.1', summary: 'address that the console listens on' },
  CONSOLE_FOLDER: { otherwise: 'dist/console', summary: 'the built console, when it is served from another folder' },
  CONSOLE_ORIGIN: {
    otherwise: 'in demo mode this machine; else there is no console',
    summary:
      'where the staff reaches the console: the origin of its pages, to which passkeys are bound; in production on another host than PUBLIC_URL',
  },
  STAFF_IDLE_MINUTES: { default: '15', summary: 'a session of the staff that is not used for so long ends: 1 to 60' },
  STAFF_SESSION_HOURS: { default: '12', summary: 'no session of the staff lives longer: 1 to 12' },
  TRUSTED_PROXIES: {
    otherwise: 'none',
    summary: "proxies whose word on the caller's address is taken, separated by commas",
  },
  TLS_ELSEWHERE: {
    otherwise: 'none',
    summary: 'database, mail: what a tunnel encrypts; other machines are reached over TLS only, in production',
  },
  RATE_LIMIT_SCALE: { default: '1', summary: 'scales the request limits; above 1 in demo mode only' },
  CODES_PER_DAY: {
    default: '5000',
    summary: 'messages with one-time codes a day; as many again for customers who are logged in',
  },
  NOTICES_PER_DAY: {
    default: '5000',
    summary: 'security notices a day of each of three kinds: caused by strangers, logins, money',
  },
  PUBLIC_URL: {
    otherwise: 'none; in demo mode the own address',
    summary:
      'where customers reach the client: links of security notices and to the contact page begin with it, passkeys are tied to its host',
  },
  FREE_ANONYMOUS_CALLS: {
    default: '300',
    summary:
      'logins, requests for codes and questions for accounts in ten minutes of a network before each costs a proof of work',
  },
  WITHDRAW_HOLD_HOURS: { default: '24', summary: 'length of security holds; shorter in demo mode only' },
  WITHDRAW_REVIEW_HOURS: {
    default: '24',
    summary: 'within how many hours the staff reviews a withdrawal: what customers expect until three were paid',
  },
  SESSION_IDLE_DAYS: {
    otherwise: '14; 30 in demo mode',
    summary: 'a session that is not used for so many days ends: 1 to 30',
  },
  CLOCK_OFFSET_HOURS: {
    otherwise: 'as given last, at first 0',
    summary: "demo mode only: shifts the product's clock forward",
  },
  CLIENT_FOLDER: { otherwise: 'dist/h5', summary: 'the built client that is served' },
  SERVICE_WORKER: { default: 'on', summary: 'off: browsers drop their service worker and everything it kept' },
  GEOIP_DATABASE: {
    otherwise: 'none: cities are unknown',
    summary:
      'a local file with the records of GeoIP2 City or GeoLite2 City: names the city of a session without a call to a service',
  },
  CLOSED_COUNTRIES: {
    otherwise: 'none',
    summary: 'countries that are answered 451, two letters each; needs COUNTRY_HEADER and TRUSTED_PROXIES',
  },
  COUNTRY_HEADER: { otherwise: 'none', summary: "the header in which a trusted proxy names the caller's country" },
  PASSWORD_PEPPER: {
    otherwise: 'a file in DATA_DIR, made once',
    summary: 'secret in front of every password hash; without it no password works again',
    isSecret: true,
  },
  PASSWORD_PEPPER_PREVIOUS: {
    otherwise: 'none',
    summary: 'the pepper before, while it is being replaced: hashes made with it still work',
    isSecret: true,
  },
  LOG_LEVEL: { default: 'info', summary: 'trace, debug, info, warn, error or silent' },
} as const satisfies Variables;

/** The staff's own listener. */
export interface ConsoleConfig {
  host: string;
  port: number;
  /** The default port may be taken by another demo, which then has the console. */
  isPortGiven: boolean;
  /** The built console. */
  folder: string;
  /** Null: this machine in the demo, elsewhere there is no console. */
  origin: string | null;
  idleMinutes: number;
  sessionHours: number;
}

export interface Config {
  mode: Mode;
  /** False when the mode is only the default: then what the database was made for counts. */
  isModeGiven: boolean;
  role: ProcessRole;
  host: string;
  port: number;
  console: ConsoleConfig;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null;
  /** Who owns the tables and migrates them, when it is another role than the server's. Always null in production. */
  databaseOwnerUrl: string | null;
  dataDir: string;
  clientFolder: string;
  /** Browsers drop the client's service worker and everything it kept. */
  isServiceWorkerOff: boolean;
  /** Scales the general request limits; 1 in production at most. */
  rateLimitScale: number;
  withdrawHoldHours: number;
  withdrawReviewHours: number;
  /** A session that is not used for so long ends; none lives longer than 30 days. */
  sessionIdleDays: number;
  /** One-time codes that all accounts together may ask for in a day. */
  codesPerDay: number;
  /** Security notices of each budget in a day. */
  noticesPerDay: number;
  /** Where customers reach the client, without a slash at its end; null: notices carry no link. */
  publicUrl: string | null;
  /** Anonymous calls of a network in ten minutes that cost no proof of work, before the scale. */
  freeAnonymousCalls: number;
  /** Null: as it was given last. */
  clockOffsetHours: number | null;
  /** Addresses of proxies whose word on the caller's address counts. */
  trustedProxies: string[];
  /** Connections to other machines that something else encrypts. */
  tlsElsewhere: readonly Connection[];
  /** A local database of cities by network. */
  geoipDatabase: string | null;
  /** Countries that are not served, two letters each; and the header in which a trusted proxy names the caller's. */
  closedCountries: string[];
  countryHeader: string | null;
  logLevel: string;
  /** Null: a file in `dataDir`, made at the first start. */
  passwordPepper: string | null;
  /** Null: no pepper is being replaced. */
  previousPasswordPepper: string | null;
  /** What slices read for themselves: providers and their keys. */
  environment: Environment;
}

const largestClockOffset = 24 * 366 * 20;

/** The demo's clock is shifted by weeks, which is no idleness. */
const idleDaysOf: Record<Mode, string> = { demo: '30', 'demo-empty': '30', production: '14' };

/**
 * Reads every switch of the environment and refuses what no start can be made with. A command `followsDatabase`: unless
 * DEMO says otherwise it works in the mode that the database was made for.
 */
export function loadConfig(environment: Environment, { followsDatabase = false } = {}): Config {
  const given = environmentReader(serverVariables, environment);
  const urlOf = (name: 'DATABASE_URL' | 'DATABASE_OWNER_URL') => {
    const text = given(name);
    return text === null ? null : postgresUrl(name, text);
  };
  const [databaseUrl, databaseOwnerUrl] = [urlOf('DATABASE_URL'), urlOf('DATABASE_OWNER_URL')];
  if (databaseOwnerUrl && !databaseUrl) {
    throw new ConfigError('DATABASE_OWNER_URL is given without DATABASE_URL, the role that the server runs as');
  }
  const isProductionDefault = databaseUrl !== null || given('NODE_ENV') === 'production';
  const mode = oneOf('DEMO', given('DEMO') ?? (isProductionDefault ? '0' : '1'), modes);
  const config: Config = {
    mode,
    isModeGiven: given('DEMO') !== null || (isProductionDefault && !followsDatabase),
    role: oneOf('ROLE', given('ROLE'), roles),
    host: given('HOST'),
    port: whole('PORT', given('PORT'), 0, 65_535),
    console: {
      host: given('CONSOLE_HOST'),
      port: whole('CONSOLE_PORT', given('CONSOLE_PORT'), 0, 65_535),
      isPortGiven: Boolean(environment.CONSOLE_PORT?.trim()),
      origin: originOf('CONSOLE_ORIGIN', given('CONSOLE_ORIGIN')),
      folder: resolve(given('CONSOLE_FOLDER') ?? join(projectFolder, 'dist', 'console')),
      idleMinutes: whole('STAFF_IDLE_MINUTES', given('STAFF_IDLE_MINUTES'), 1, 60),
      sessionHours: whole('STAFF_SESSION_HOURS', given('STAFF_SESSION_HOURS'), 1, 12),
    },
    databaseUrl,
    databaseOwnerUrl,
    dataDir: resolve(given('DATA_DIR') ?? join(projectFolder, '.data')),
    clientFolder: resolve(given('CLIENT_FOLDER') ?? join(projectFolder, 'dist', 'h5')),
    isServiceWorkerOff: oneOf('SERVICE_WORKER', given('SERVICE_WORKER'), { on: false, off: true }),
    rateLimitScale: decimal('RATE_LIMIT_SCALE', given('RATE_LIMIT_SCALE')),
    withdrawHoldHours: whole('WITHDRAW_HOLD_HOURS', given('WITHDRAW_HOLD_HOURS'), 0, 24 * 365),
    withdrawReviewHours: whole('WITHDRAW_REVIEW_HOURS', given('WITHDRAW_REVIEW_HOURS'), 1, 24 * 7),
    sessionIdleDays: whole('SESSION_IDLE_DAYS', given('SESSION_IDLE_DAYS') ?? idleDaysOf[mode], 1, 30),
    codesPerDay: whole('CODES_PER_DAY', given('CODES_PER_DAY'), 1, 10_000_000),
    noticesPerDay: whole('NOTICES_PER_DAY', given('NOTICES_PER_DAY'), 1, 10_000_000),
    publicUrl: webUrl(
      'PUBLIC_URL',
      given('PUBLIC_URL') ?? (mode === 'production' ? null : `http://127.0.0.1:${given('PORT')}`),
    ),
    freeAnonymousCalls: whole('FREE_ANONYMOUS_CALLS', given('FREE_ANONYMOUS_CALLS'), 1, 10_000),
    clockOffsetHours: clockOffset(given('CLOCK_OFFSET_HOURS')),
    trustedProxies: listed(given('TRUSTED_PROXIES')),
    tlsElsewhere: tlsElsewhere(listed(given('TLS_ELSEWHERE'))),
    geoipDatabase: given('GEOIP_DATABASE'),
    closedCountries: listed(given('CLOSED_COUNTRIES')).map((country) => country.toUpperCase()),
    countryHeader: given('COUNTRY_HEADER')?.toLowerCase() ?? null,
    logLevel: oneOf('LOG_LEVEL', given('LOG_LEVEL'), logLevels),
    passwordPepper: given('PASSWORD_PEPPER'),
    previousPasswordPepper: given('PASSWORD_PEPPER_PREVIOUS'),
    environment,
  };
  assertCountries(config);
  if (config.isModeGiven) assertAllowed(config);
  return config;
}

/** What a mode forbids. Asked again when the database turns out to be made for another mode than the default. */
export function assertAllowed(config: Config): void {
  if (config.mode !== 'production') {
    if (!isLoopback(config.host)) {
      throw new ConfigError(`demo mode listens on this machine only: HOST=${config.host} needs DEMO=0`);
    }
    if (!isLoopback(config.console.host)) {
      throw new ConfigError(`demo mode listens on this machine only: CONSOLE_HOST=${config.console.host} needs DEMO=0`);
    }
    return;
  }
  const { origin } = config.console;
  if (origin !== null && !origin.startsWith('https:')) {
    throw new ConfigError(`CONSOLE_ORIGIN=${origin}: outside the demo the console is reached over https only`);
  }
  if (origin !== null && config.publicUrl !== null && hostOf(origin) === hostOf(config.publicUrl)) {
    throw new ConfigError(
      `CONSOLE_ORIGIN=${origin}: the console needs a host of its own, for a browser sends its cookies to every port of the host of PUBLIC_URL`,
    );
  }
  if (config.role === 'staff' && origin === null) throw new ConfigError('ROLE=staff needs CONSOLE_ORIGIN');
  if (config.rateLimitScale > 1) throw new ConfigError('RATE_LIMIT_SCALE above 1 is for demo mode only');
  if (config.withdrawHoldHours < 24) throw new ConfigError('WITHDRAW_HOLD_HOURS under 24 is for demo mode only');
  if (config.databaseOwnerUrl !== null) {
    throw new ConfigError(
      'DATABASE_OWNER_URL is for npm run migrate: no production server and no command may have it in its environment',
    );
  }
  assertNoPlainHttp(config.environment, readSecret);
  assertTls(config, config.tlsElsewhere, readSecret);
  if (config.clockOffsetHours) throw new ConfigError('CLOCK_OFFSET_HOURS is for demo mode only');
  if (config.passwordPepper !== null && config.passwordPepper.length < 16) {
    throw new ConfigError('PASSWORD_PEPPER needs 16 characters or more');
  }
}

const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

/** A country that is closed in name only would be worse than none. */
function assertCountries({ closedCountries, countryHeader, trustedProxies }: Config): void {
  const wrong = closedCountries.find((country) => !/^[A-Z]{2}$/.test(country));
  if (wrong !== undefined) throw new ConfigError(`CLOSED_COUNTRIES: ${wrong} is no country of two letters`);
  if (countryHeader !== null && !/^[a-z0-9-]{1,64}$/.test(countryHeader)) {
    throw new ConfigError('COUNTRY_HEADER: give the name of a header');
  }
  if (closedCountries.length > 0 && (countryHeader === null || trustedProxies.length === 0)) {
    throw new ConfigError(
      'CLOSED_COUNTRIES needs COUNTRY_HEADER, and TRUSTED_PROXIES whose word on the country counts',
    );
  }
}

const modes: Record<string, Mode> = { '1': 'demo', empty: 'demo-empty', '0': 'production' };
const roles: Record<string, ProcessRole> = { all: 'all', public: 'public', worker: 'worker', staff: 'staff' };
const logLevels = { trace: 'trace', debug: 'debug', info: 'info', warn: 'warn', error: 'error', silent: 'silent' };

/** Parts between commas. */
function listed(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function oneOf<Value>(name: string, text: string, values: Record<string, Value>): Value {
  const value = Object.hasOwn(values, text) ? values[text] : undefined;
  if (value === undefined) throw new ConfigError(`${name}=${text}: give one of ${Object.keys(values).join(', ')}`);
  return value;
}

function whole(name: string, text: string, smallest: number, largest: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= smallest && value <= largest)) {
    throw new ConfigError(`${name}=${text}: give a whole number from ${smallest} to ${largest}`);
  }
  return value;
}

function decimal(name: string, text: string): number {
  const value = /^\d{1,6}(\.\d{1,6})?$/.test(text) ? Number(text) : 0;
  if (value <= 0) throw new ConfigError(`${name}=${text}: give a number above 0`);
  return value;
}

function clockOffset(text: string | null): number | null {
  return text === null ? null : whole('CLOCK_OFFSET_HOURS', text, 0, largestClockOffset);
}

/** The text of a wrong URL is not repeated: it may hold a password. */
export function postgresUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    throw new ConfigError(`${name}: give it as postgres://user:password@host:port/database`);
  }
  return text;
}

/** An origin and nothing behind it. */
function originOf(name: string, text: string | null): string | null {
  const url = webUrl(name, text);
  if (url !== null && new URL(url).origin !== url) throw new ConfigError(`${name}: give it as https://host`);
  return url;
}

/** An origin, perhaps with a path: what stands behind it is the link's own. */
function webUrl(name: string, text: string | null): string | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new ConfigError(`${name}: give it as https://host, without a query`);
  }
  return url.href.replace(/\/+$/, '');
}
