import { ConfigError } from '../../platform/config/config.ts';
import { type Environment, environmentReader, type Variables } from '../../platform/config/variables.ts';
import { type AliyunSmsConfig, aliyunSmsDriver } from './aliyun-sms-driver.ts';
import type { MessageDriver } from './message.ts';
import { type SmtpConfig, smtpDriver } from './smtp-driver.ts';

/** Which provider brings what; null where there is none. */
export interface MessageConfig {
  sms: AliyunSmsConfig | null;
  mail: SmtpConfig | null;
}

export const messageVariables = {
  ALIYUN_SMS_ACCESS_KEY_ID: {
    summary: 'the short-message provider; outside demo mode no code reaches a phone without it',
  },
  ALIYUN_SMS_ACCESS_KEY_SECRET: { summary: 'its secret', isSecret: true },
  ALIYUN_SMS_SIGN_NAME: { summary: 'the signature of messages' },
  ALIYUN_SMS_TEMPLATE: { summary: 'the template of messages' },
  ALIYUN_SMS_TEMPLATE_LOGIN: { otherwise: 'ALIYUN_SMS_TEMPLATE', summary: 'the template of codes to log in' },
  ALIYUN_SMS_TEMPLATE_SET_PASSWORD: {
    otherwise: 'ALIYUN_SMS_TEMPLATE',
    summary: 'the template of codes to set a password',
  },
  ALIYUN_SMS_TEMPLATE_FUNDS_PASSWORD: {
    otherwise: 'ALIYUN_SMS_TEMPLATE',
    summary: 'the template of codes to set a funds password',
  },
  ALIYUN_SMS_TEMPLATE_WITHDRAW: {
    summary: 'the template of codes to withdraw, with the parameters code, amount, head and tail of the address',
  },
  ALIYUN_SMS_TEMPLATE_CHANGE_CONTACT: {
    otherwise: 'ALIYUN_SMS_TEMPLATE',
    summary: 'the template of codes to change the phone or e-mail',
  },
  ALIYUN_SMS_TEMPLATE_SECOND_FACTOR: {
    otherwise: 'ALIYUN_SMS_TEMPLATE',
    summary: 'the template of codes to set or remove a second factor',
  },
  ALIYUN_SMS_TEMPLATE_NOTICE: {
    otherwise: 'ALIYUN_SMS_TEMPLATE',
    summary: 'the template of notices, with the parameter text',
  },
  ALIYUN_SMS_TEMPLATE_SECURITY: {
    otherwise: 'ALIYUN_SMS_TEMPLATE_NOTICE, with the address in its text',
    summary: 'the template of security notices: text, and head and tail of the token behind PUBLIC_URL/not_me?token=',
  },
  ALIYUN_SMS_ENDPOINT: { default: 'https://dysmsapi.aliyuncs.com/', summary: 'another address of the same service' },
  SMTP_URL: { summary: 'the mail server; outside demo mode no code reaches a mailbox without it', isSecret: true },
  SMTP_FROM: { summary: 'the sender of mail; needed with SMTP_URL' },
} as const satisfies Variables;

/** Reads the providers from the environment. */
export function loadMessageConfig(env: Environment): MessageConfig {
  return { sms: smsConfig(env), mail: mailConfig(env) };
}

/** What to set so that every customer can be reached. Without it the product works, but for those who need a code. */
export function missingProviders({ sms, mail }: MessageConfig): string[] {
  return [...(sms ? [] : ['ALIYUN_SMS_ACCESS_KEY_ID']), ...(mail ? [] : ['SMTP_URL'])];
}

function smsConfig(env: Environment): AliyunSmsConfig | null {
  const given = environmentReader(messageVariables, env);
  const accessKeyId = given('ALIYUN_SMS_ACCESS_KEY_ID');
  if (accessKeyId === null) return null;
  const wanted = (name: keyof typeof messageVariables) => {
    const value = given(name);
    if (value === null) throw new ConfigError(`ALIYUN_SMS_ACCESS_KEY_ID is set, so ${name} must be too`);
    return value;
  };
  const usual = wanted('ALIYUN_SMS_TEMPLATE');
  return {
    endpoint: given('ALIYUN_SMS_ENDPOINT'),
    accessKeyId,
    accessKeySecret: wanted('ALIYUN_SMS_ACCESS_KEY_SECRET'),
    signName: wanted('ALIYUN_SMS_SIGN_NAME'),
    templates: {
      LOGIN: given('ALIYUN_SMS_TEMPLATE_LOGIN') ?? usual,
      SET_PASSWORD: given('ALIYUN_SMS_TEMPLATE_SET_PASSWORD') ?? usual,
      FUNDS_PASSWORD: given('ALIYUN_SMS_TEMPLATE_FUNDS_PASSWORD') ?? usual,
      WITHDRAW: wanted('ALIYUN_SMS_TEMPLATE_WITHDRAW'),
      CHANGE_CONTACT: given('ALIYUN_SMS_TEMPLATE_CHANGE_CONTACT') ?? usual,
      SECOND_FACTOR: given('ALIYUN_SMS_TEMPLATE_SECOND_FACTOR') ?? usual,
      NOTICE: given('ALIYUN_SMS_TEMPLATE_NOTICE') ?? usual,
      SECURITY: given('ALIYUN_SMS_TEMPLATE_SECURITY'),
    },
  };
}

function mailConfig(env: Environment): SmtpConfig | null {
  const given = environmentReader(messageVariables, env);
  const [url, from] = [given('SMTP_URL'), given('SMTP_FROM')];
  if (url === null) return null;
  if (from === null) throw new ConfigError('SMTP_URL is set, so SMTP_FROM must be too');
  return { url, from };
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
