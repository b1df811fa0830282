import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { readSecret } from '../config/variables.ts';
import { redactFields, redactText } from './redact.ts';

export type Log = Logger;

/** The program's log: one JSON line an event on standard output, without secrets whatever is passed in. */
export function createLog(config: Config, destination: DestinationStream = pino.destination({ sync: true })): Log {
  const fields = (object: object) => redactFields(object) as Record<string, unknown>;
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: fields, bindings: fields, level: (label) => ({ level: label }) },
      // Errors arrive here already reduced by the formatter.
      serializers: { err: (error: unknown) => error },
      hooks: { streamWrite: redactText(secretsOf(config)) },
    },
    destination,
  );
}

/** The very secrets this process was given, as they stand in the environment and as they mean. */
function secretsOf(config: Config): string[] {
  const given = (name: string) => readSecret(config.environment, name);
  const urls = ['SMTP_URL', 'BITCOIN_RPC_URL', 'BITCOIN_SECOND_RPC_URL', 'EVM_RPC_URL', 'EVM_SECOND_RPC_URL'].map(
    given,
  );
  const inUrls = [config.databaseUrl, config.databaseOwnerUrl, ...urls]
    .filter((url): url is string => url !== null && URL.canParse(url))
    .map((url) => new URL(url).password)
    .flatMap((password) => [password, decodeURIComponent(password)]);
  const others = [config.passwordPepper, given('ALIYUN_SMS_ACCESS_KEY_SECRET'), given('KYT_API_KEY')];
  return [...new Set([...inUrls, ...others])].filter((secret) => secret !== null).filter((secret) => secret !== '');
}
