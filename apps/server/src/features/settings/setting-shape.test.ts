// Proves that the form of a setting asks for what its schema takes.
import { expect, it } from 'vitest';
import { settingKeys } from './setting-kinds.ts';
import { shapeOf } from './setting-shape.ts';

const text = (name: string, canBeEmpty = false) => ({ name, kind: 'TEXT', canBeEmpty });

it.each([
  ['coin-up.open', { kind: 'SWITCH', canBeOff: false, fields: [], mostRows: null }],
  ['withdraw.fee.BTC', { kind: 'TEXT', canBeOff: false, fields: [], mostRows: null }],
  ['deposit.second-node.USDT', { kind: 'TEXT', canBeOff: true, fields: [], mostRows: null }],
  ['webview.hosts', { kind: 'LIST', canBeOff: false, fields: [], mostRows: 100 }],
  [
    'deposit.steps.BTC',
    {
      kind: 'LIST',
      canBeOff: false,
      fields: [text('from'), { name: 'confirmations', kind: 'COUNT', canBeEmpty: false }],
      mostRows: 10,
    },
  ],
  [
    'support.faq',
    {
      kind: 'LIST',
      canBeOff: false,
      fields: [text('question'), { name: 'answer', kind: 'LONG_TEXT', canBeEmpty: false }],
      mostRows: 20,
    },
  ],
  [
    'support.contact',
    {
      kind: 'RECORD',
      canBeOff: false,
      fields: ['name', 'wechat', 'phone', 'mail', 'hours'].map((name) => text(name, true)),
      mostRows: null,
    },
  ],
  [
    'hot.bounds.BTC',
    { kind: 'RECORD', canBeOff: true, fields: [text('upper'), text('target'), text('perDay')], mostRows: null },
  ],
] as const)('%s', (key, shape) => {
  expect(shapeOf(key)).toEqual(shape);
});

it('every setting has a shape', () => {
  expect(settingKeys.map(shapeOf)).toHaveLength(settingKeys.length);
});
