// Covers the reload guard: it waits for all open money forms, and no longer.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FundsPasswordDialog } from '../components/funds-password-dialog/funds-password-dialog.tsx';
import { holdForMoney, isHeldForMoney, untilMoneyIsDone, useIsHeldForMoney, useMoneyHold } from './money-hold.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('waits for the last one', async () => {
  let isDone = false;
  const [first, second] = [holdForMoney(), holdForMoney()];
  const wait = async () => {
    await untilMoneyIsDone();
    isDone = true;
  };
  const waiting = wait();
  first();
  first();
  await Promise.resolve();
  expect(isDone).toBe(false);
  expect(isHeldForMoney()).toBe(true);
  second();
  await waiting;
  expect(isHeldForMoney()).toBe(false);
  await untilMoneyIsDone();
});

function Form({ isOpen }: { isOpen: boolean }) {
  useMoneyHold(isOpen);
  return null;
}
function Watcher() {
  return <output>{useIsHeldForMoney() ? 'held' : 'free'}</output>;
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
  expect(isHeldForMoney()).toBe(true);
  rerender(dialog(false));
  expect(isHeldForMoney()).toBe(false);
});
