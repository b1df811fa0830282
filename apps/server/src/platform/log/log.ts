import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
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
  const inUrls = [config.databaseUrl, config.databaseOwnerUrl, config.environment.SMTP_URL ?? null]
    .filter((url): url is string => url !== null && URL.canParse(url))
    .map((url) => new URL(url).password)
    .flatMap((password) => [password, decodeURIComponent(password)]);
  const { ALIYUN_SMS_ACCESS_KEY_SECRET = '', KYT_API_KEY = '' } = config.environment;
  const others = [config.passwordPepper ?? '', ALIYUN_SMS_ACCESS_KEY_SECRET, KYT_API_KEY.trim()];
  return [...new Set([...inUrls, ...others])].filter((secret) => secret !== '');
}
