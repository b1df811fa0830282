// One place merges, coerces and checks what goes into a call; every refusal names its field.
import { routes } from '@lode/contract/schemas';
import { expect, it } from 'vitest';
import { type Fields, MalformedInput } from './fields.ts';
import { inputReader } from './input.ts';

const read = (call: keyof typeof routes, sources: { query?: Fields; form?: Fields; json?: Fields }) => {
  try {
    return inputReader(routes[call])({ query: [], form: [], json: [], ...sources });
  } catch (error) {
    if (error instanceof MalformedInput) return `refused: ${error.field}`;
    throw error;
  }
};

it('merges query, form and JSON of a POST', () => {
  const parts = { query: [['account', 'a@b.cn']], form: [['code', '123456']], json: [['password', 'Passw0rd']] };
  expect(read('setPassword', parts as never)).toEqual({ account: 'a@b.cn', code: '123456', password: 'Passw0rd' });
});

it('refuses a field that comes twice, within a source or between two', () => {
  const login: Fields = [
    ['account', 'a@b.cn'],
    ['password', 'x'],
  ];
  expect(read('login', { query: [...login, ['account', 'c@d.cn']] })).toBe('refused: account');
  expect(read('login', { query: login, json: [['password', 'y']] })).toBe('refused: password');
  expect(read('login', { query: login, form: [['password', 'x']] })).toBe('refused: password');
});

it('refuses unknown fields, inherited names included', () => {
  for (const name of ['pasword', '__proto__', 'constructor', 'toString', '']) {
    expect(read('logout', { json: [[name, {}]] })).toBe(`refused: ${name}`);
  }
});

it('lets cache busters through on a GET only', () => {
  expect(
    read('userInfo', {
      query: [
        ['_', '1'],
        ['_t', '2'],
        ['_', '3'],
      ],
    }),
  ).toEqual({});
  expect(read('logout', { query: [['_t', '2']] })).toBe('refused: _t');
});

it('refuses what is missing or of another shape', () => {
  expect(read('login', {})).toBe('refused: account');
  expect(read('machineDetail', { query: [['id', '']] })).toBe('refused: id');
  expect(read('machineDetail', { query: [['id', 'a/b']] })).toBe('refused: id');
  expect(
    read('sendCode', {
      json: [
        ['account', 'a@b.cn'],
        ['scene', 'PARTY'],
      ],
    }),
  ).toBe('refused: scene');
});

it('reads whole numbers out of text, and nothing that only resembles one', () => {
  expect(
    read('machinePage', {
      query: [
        ['size', '100'],
        ['current', '1'],
      ],
    }),
  ).toEqual({ size: 100, current: 1 });
  for (const size of ['1.0', '1e2', '0x10', ' 1', '+1', '01', '', '101', '0', '-1', 'NaN', '99999999999999999999']) {
    expect(read('machinePage', { query: [['size', size]] })).toBe('refused: size');
  }
});

it('refuses a JSON number where text is wanted, and text where a number is', () => {
  expect(read('login', { json: [['account', 13800138000]] })).toBe('refused: account');
  expect(
    read('setPassword', {
      json: [
        ['account', 'a@b.cn'],
        ['code', 123456],
        ['password', 'x'],
      ],
    }),
  ).toBe('refused: code');
  expect(read('login', { json: [['account', ['a@b.cn']]] })).toBe('refused: account');
  expect(read('login', { json: [['account', null]] })).toBe('refused: account');
});

it('refuses days that are none, and characters that no text may have', () => {
  for (const from of ['2026-02-29', '2026-13-01', '0000-01-01', '26-01-01', '2026-1-1', '1969-12-31']) {
    expect(read('outputPage', { query: [['from', from]] })).toBe('refused: from');
  }
  expect(read('outputPage', { query: [['from', '2024-02-29']] })).toEqual({ from: '2024-02-29' });
  expect(read('login', { query: [['account', 'a\0b']] })).toBe('refused: account');
});
