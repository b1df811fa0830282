import { ConfigError } from './config-error.ts';
import type { Environment } from './variables.ts';

/** What others answer decides about money: prices, screenings, blocks. Who is on the way must not be able to write the answer. */
const addressVariables = [
  'BITCOIN_RPC_URL',
  'BITCOIN_SECOND_RPC_URL',
  'EVM_RPC_URL',
  'EVM_SECOND_RPC_URL',
  'KYT_URL',
  'ALIYUN_SMS_ENDPOINT',
  'PRICE_SOURCES',
  'RATE_SOURCE',
] as const;

type Reader = (environment: Environment, name: string) => string | null;

/** Refuses plain http to any machine but this one. The address is not repeated: it may hold a password. */
export function assertNoPlainHttp(environment: Environment, read: Reader): void {
  for (const name of addressVariables) {
    const text = read(environment, name) ?? '';
    // PRICE_SOURCES holds several. A URL may leave its slashes out: http:node is http://node.
    const isPlain = [...text.matchAll(/http:[^\s,]*/gi)].some(([url]) => !isThisMachine(url));
    if (!isPlain) continue;
    throw new ConfigError(
      `${name}: http to another machine can be read and changed on the way: give an https address, or a tunnel on 127.0.0.1`,
    );
  }
}

function isThisMachine(text: string): boolean {
  return URL.canParse(text) && isLoopback(new URL(text).hostname.replace(/^\[|\]$/g, ''));
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
