// What the mail of a one-time code asks its reader to do.
import { expect, it } from 'vitest';
import { codeMail } from './mail.zh.ts';
import { scenes } from './message.ts';

it('only a code that a stranger can ask for may be ignored', () => {
  const ignorable = scenes.filter((scene) =>
    codeMail({ to: 'a@example.com', scene, code: '135790' }).text.includes('请忽略'),
  );
  expect(ignorable).toEqual(['LOGIN', 'SET_PASSWORD']);
});

it('a code that a stranger cannot ask for says where 客服 is', () => {
  const support = 'https://lode.example/support';
  const saying = scenes.filter((scene) =>
    codeMail({ to: 'a@example.com', scene, code: '135790', support }).text.includes(support),
  );
  expect(saying).toEqual(['FUNDS_PASSWORD', 'WITHDRAW', 'CHANGE_CONTACT', 'SECOND_FACTOR']);
});

it('a code to withdraw names amount and address', () => {
  const payment = { coin: 'BTC', address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', amount: '0.1' };
  const { text } = codeMail({ to: 'a@example.com', scene: 'WITHDRAW', code: '135790', payment });
  expect(text).toContain(`提现 0.1 BTC 至 ${payment.address}`);
});
