// Proves that a setting's form holds its value, and that what the form holds is given as JSON.
import { expect, it } from 'vitest';
import { formValueOf, jsonOf } from './form-value.ts';

const text = (name: string, canBeEmpty = false) => ({ name, kind: 'TEXT' as const, canBeEmpty });
const shape = (kind: 'SWITCH' | 'TEXT' | 'RECORD' | 'LIST', fields: ReturnType<typeof text>[] = []) => ({
  kind,
  canBeOff: false,
  fields,
  mostRows: null,
});
const setting = (value: string, of: ReturnType<typeof shape>) => ({
  key: 'k',
  value,
  bounds: '',
  shape: of,
  changedWith: null,
});
const steps = shape('LIST', [text('from'), { ...text('confirmations'), kind: 'COUNT' as 'TEXT' }]);
const orOff = { ...shape('TEXT'), canBeOff: true };

it.each([
  ['true', shape('SWITCH')],
  ['"0.00100000"', shape('TEXT')],
  ['null', orOff],
  ['"5.00000000"', orOff],
  ['["a.example","*.b.example"]', shape('LIST')],
  ['[]', shape('LIST')],
  ['[{"from":"20.00000000","confirmations":6}]', steps],
  ['{"name":null,"phone":"400 800"}', shape('RECORD', [text('name', true), text('phone', true)])],
  ['null', { ...shape('RECORD', [text('upper')]), canBeOff: true }],
])('%s comes out of its form as it was', (json, of) => {
  expect(jsonOf(of, formValueOf(setting(json, of)))).toBe(json);
});

it('what is no number stays what was typed: the server says so', () => {
  expect(jsonOf(steps, { rows: [{ from: ' 1.00000000 ', confirmations: 'six' }] })).toBe(
    '[{"from":"1.00000000","confirmations":"six"}]',
  );
});
