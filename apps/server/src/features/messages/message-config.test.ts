// Configuration alone chooses the providers; without them codes stay on this machine, and only the demo may do that.
import { expect, it } from 'vitest';
import type { Message } from './message.ts';
import { loadMessageConfig, messageDriver, missingProviders, noDriver } from './message-config.ts';

const sms = {
  ALIYUN_SMS_ACCESS_KEY_ID: 'id',
  ALIYUN_SMS_ACCESS_KEY_SECRET: 'secret',
  ALIYUN_SMS_SIGN_NAME: 'Lode',
  ALIYUN_SMS_TEMPLATE: 'SMS_1',
  ALIYUN_SMS_TEMPLATE_WITHDRAW: 'SMS_9',
};
const mail = { SMTP_URL: 'smtp://127.0.0.1:1', SMTP_FROM: 'no-reply@lode.example' };

it('reads both providers, with a template of its own where one is given', () => {
  expect(loadMessageConfig({ ...sms, ...mail })).toEqual({
    sms: {
      endpoint: 'https://dysmsapi.aliyuncs.com/',
      accessKeyId: 'id',
      accessKeySecret: 'secret',
      signName: 'Lode',
      templates: {
        LOGIN: 'SMS_1',
        SET_PASSWORD: 'SMS_1',
        FUNDS_PASSWORD: 'SMS_1',
        WITHDRAW: 'SMS_9',
        CHANGE_CONTACT: 'SMS_1',
        SECOND_FACTOR: 'SMS_1',
        NOTICE: 'SMS_1',
        SECURITY: null,
      },
    },
    mail: { url: 'smtp://127.0.0.1:1', from: 'no-reply@lode.example' },
  });
});

it('names what is missing to reach everybody, and refuses half a configuration', () => {
  expect(loadMessageConfig({})).toEqual({ sms: null, mail: null });
  expect(missingProviders(loadMessageConfig({}))).toEqual(['ALIYUN_SMS_ACCESS_KEY_ID', 'SMTP_URL']);
  expect(missingProviders(loadMessageConfig(sms))).toEqual(['SMTP_URL']);
  expect(() => loadMessageConfig({ ALIYUN_SMS_ACCESS_KEY_ID: 'id' })).toThrow('ALIYUN_SMS_TEMPLATE');
  expect(() => loadMessageConfig({ SMTP_URL: 'smtp://x' })).toThrow('SMTP_FROM');
});

it('sends phones one way and mailboxes the other', async () => {
  const kept: string[] = [];
  const local = { send: async ({ to }: Message) => void kept.push(to) };
  const driver = messageDriver(loadMessageConfig(mail), local);
  await driver.send({ to: '13800138000', scene: 'LOGIN', code: '123456' });
  await expect(driver.send({ to: 'a@b.cn', scene: 'LOGIN', code: '123456' })).rejects.toThrow('mail server');
  expect(kept).toEqual(['13800138000']);
});

it('keeps no code outside the demo: sending fails and says what to set', async () => {
  const driver = messageDriver(loadMessageConfig({}), noDriver);
  const send = (to: string) => driver.send({ to, scene: 'LOGIN', code: '123456' });
  await expect(send('13800138000')).rejects.toThrow('ALIYUN_SMS_ACCESS_KEY_ID');
  await expect(send('a@b.cn')).rejects.toThrow('SMTP_URL');
});
