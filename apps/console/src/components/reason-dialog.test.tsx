// Proves that a dialog which asks for a reason says what will happen together with its title.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FormDialog } from './form-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

afterEach(cleanup);

const change = { mutate: () => undefined, isPending: false, error: null };
const given = { title: '停用账号', okText: '停用', change, onClose: () => undefined };

it.each([
  [
    'the reason alone',
    <ReasonDialog key="reason" {...given}>
      <p>客户不能再登录。</p>
      <p>资金不动。</p>
    </ReasonDialog>,
    '客户不能再登录。 资金不动。',
  ],
  [
    'fields too',
    <FormDialog key="form" {...given} note="客户不能再登录。">
      <input aria-label="备注" />
    </FormDialog>,
    '客户不能再登录。',
  ],
])('one that asks for %s is described by its consequence', async (_what, dialog, description) => {
  render(dialog);
  expect(await screen.findByRole('dialog', { name: '停用账号', description })).toBeTruthy();
});
