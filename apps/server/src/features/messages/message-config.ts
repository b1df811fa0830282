import { ConfigError } from '../../platform/config/config.ts';
import { type AliyunSmsConfig, aliyunSmsDriver } from './aliyun-sms-driver.ts';
import type { MessageDriver } from './message.ts';
import { type SmtpConfig, smtpDriver } from './smtp-driver.ts';

/** Which provider brings what; null where there is none. */
export interface MessageConfig {
  sms: AliyunSmsConfig | null;
  mail: SmtpConfig | null;
}

type Environment = Record<string, string | undefined>;

/** Reads the providers from the environment. */
export function loadMessageConfig(env: Environment): MessageConfig {
  return { sms: smsConfig(env), mail: mailConfig(env) };
}

/** What to set so that every customer can be reached. Without it the product works, but for those who need a code. */
export function missingProviders({ sms, mail }: MessageConfig): string[] {
  return [...(sms ? [] : ['ALIYUN_SMS_ACCESS_KEY_ID']), ...(mail ? [] : ['SMTP_URL'])];
}

function smsConfig(env: Environment): AliyunSmsConfig | null {
  const accessKeyId = env.ALIYUN_SMS_ACCESS_KEY_ID;
  if (!accessKeyId) return null;
  const wanted = (name: string) => {
    const value = env[name];
    if (!value) throw new ConfigError(`ALIYUN_SMS_ACCESS_KEY_ID is set, so ${name} must be too`);
    return value;
  };
  const usual = wanted('ALIYUN_SMS_TEMPLATE');
  return {
    endpoint: env.ALIYUN_SMS_ENDPOINT || 'https://dysmsapi.aliyuncs.com/',
    accessKeyId,
    accessKeySecret: wanted('ALIYUN_SMS_ACCESS_KEY_SECRET'),
    signName: wanted('ALIYUN_SMS_SIGN_NAME'),
    templates: {
      LOGIN: env.ALIYUN_SMS_TEMPLATE_LOGIN || usual,
      SET_PASSWORD: env.ALIYUN_SMS_TEMPLATE_SET_PASSWORD || usual,
      FUNDS_PASSWORD: env.ALIYUN_SMS_TEMPLATE_FUNDS_PASSWORD || usual,
      WITHDRAW: env.ALIYUN_SMS_TEMPLATE_WITHDRAW || usual,
    },
  };
}

function mailConfig(env: Environment): SmtpConfig | null {
  if (!env.SMTP_URL) return null;
  if (!env.SMTP_FROM) throw new ConfigError('SMTP_URL is set, so SMTP_FROM must be too');
  return { url: env.SMTP_URL, from: env.SMTP_FROM };
}

/** One driver out of the configured ones: mail to mailboxes, short messages to phones, `otherwise` where there is none. */
export function messageDriver({ sms, mail }: MessageConfig, otherwise: MessageDriver): MessageDriver {
  const toPhone = sms ? aliyunSmsDriver(sms) : otherwise;
  const toMailbox = mail ? smtpDriver(mail) : otherwise;
  return { send: (message) => (message.to.includes('@') ? toMailbox : toPhone).send(message) };
}

/** Outside demo mode a code must not be stored in readable form: the job fails, and the log shows it. */
export const noDriver: MessageDriver = {
  send: async ({ to }) => {
    throw new Error(
      `no provider for ${to.includes('@') ? 'mail: set SMTP_URL' : 'short messages: set ALIYUN_SMS_ACCESS_KEY_ID'}`,
    );
  },
};
