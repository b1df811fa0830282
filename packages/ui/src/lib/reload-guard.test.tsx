// Covers the reload guard: it waits for all open money forms, and no longer.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FundsPasswordDialog } from '../components/funds-password-dialog/funds-password-dialog.tsx';
import {
  blockReload,
  isReloadBlocked,
  untilReloadAllowed,
  useIsReloadBlocked,
  useReloadGuard,
} from './reload-guard.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('waits for the last one', async () => {
  let isDone = false;
  const [first, second] = [blockReload(), blockReload()];
  const wait = async () => {
    await untilReloadAllowed();
    isDone = true;
  };
  const waiting = wait();
  first();
  first();
  await Promise.resolve();
  expect(isDone).toBe(false);
  expect(isReloadBlocked()).toBe(true);
  second();
  await waiting;
  expect(isReloadBlocked()).toBe(false);
  await untilReloadAllowed();
});

function Form({ isOpen }: { isOpen: boolean }) {
  useReloadGuard(isOpen);
  return null;
}
function Watcher() {
  return <output>{useIsReloadBlocked() ? 'held' : 'free'}</output>;
}
const shown = () => screen.getByRole('status').textContent;

it('follows a form as it opens, closes and unmounts', () => {
  const draw = (form: boolean | null) => (
    <>
      <Watcher />
      {form !== null && <Form isOpen={form} />}
    </>
  );
  const { rerender } = render(draw(false));
  expect(shown()).toBe('free');
  rerender(draw(true));
  expect(shown()).toBe('held');
  rerender(draw(false));
  expect(shown()).toBe('free');
  rerender(draw(true));
  rerender(draw(null));
  expect(shown()).toBe('free');
});

it('includes the funds-password dialog', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const dialog = (open: boolean) => (
    <FundsPasswordDialog
      open={open}
      onForgot={() => undefined}
      onComplete={async () => ({ kind: 'done' })}
      onClose={() => undefined}
    />
  );
  const { rerender } = render(dialog(true));
  expect(isReloadBlocked()).toBe(true);
  rerender(dialog(false));
  expect(isReloadBlocked()).toBe(false);
});
