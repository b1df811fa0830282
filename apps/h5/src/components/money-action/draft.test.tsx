// Covers the draft that a form keeps while the customer visits another page.
import { act, render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Router } from '../../lib/router/router.tsx';
import { resetDevice } from '../../testing/render-app.tsx';
import { useLeaveWithDraft } from './draft.ts';

it('drops the one-time code', () => {
  resetDevice({ isLoggedIn: true });
  const written: unknown[] = [];
  let leave: ReturnType<typeof useLeaveWithDraft> = () => undefined;
  function Form() {
    leave = useLeaveWithDraft();
    return null;
  }
  window.history.replaceState(null, '', '/withdraw');
  render(
    <Router>
      <Form />
    </Router>,
  );
  const replace = window.history.replaceState.bind(window.history);
  window.history.replaceState = (...entry) => {
    written.push(entry[0]);
    replace(...entry);
  };
  act(() => leave({ call: 'withdrawApply', input: { amount: '5', code: '123456' } }, 'fundPWA'));
  window.history.replaceState = replace;
  expect(written).toMatchObject([{ usr: { draft: { call: 'withdrawApply', input: { amount: '5' } } } }]);
  expect(JSON.stringify(written)).not.toContain('123456');
});
