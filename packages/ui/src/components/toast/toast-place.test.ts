// Covers where a toast goes: in the middle, unless it would cover a field or stand behind the keyboard.
import { expect, it } from 'vitest';
import { toastPlace } from './toast-place.ts';

const screen = { toast: 60, visible: 800, whole: 800 };

it('leaves the middle for a field, then the upper place, and returns when no place is free', () => {
  expect(toastPlace([], screen)).toBe('middle');
  expect(toastPlace([{ top: 100, bottom: 120 }], screen)).toBe('middle');
  expect(toastPlace([{ top: 380, bottom: 430 }], screen)).toBe('upper');
  expect(toastPlace([{ top: 429, bottom: 480 }], screen)).toBe('upper');
  expect(toastPlace([{ top: 430, bottom: 480 }], screen)).toBe('middle');
  const two = [
    { top: 380, bottom: 430 },
    { top: 150, bottom: 200 },
  ];
  expect(toastPlace(two, screen)).toBe('lower');
  const form = [...two, { top: 600, bottom: 650 }];
  expect(toastPlace(form, screen)).toBe('top');
  expect(toastPlace([...form, { top: 40, bottom: 90 }], screen)).toBe('middle');
});

it('stays above the keyboard', () => {
  expect(toastPlace([], { ...screen, visible: 420 })).toBe('upper');
});

it('leaves an amount that is being confirmed legible where it can, and a field rather than that', () => {
  const amount = [{ top: 380, bottom: 430 }];
  expect(toastPlace([], screen, amount)).toBe('upper');
  const fields = [{ top: 150, bottom: 200 }];
  expect(toastPlace(fields, screen, amount)).toBe('lower');
  const all = [100, 380, 600, 40].map((top) => ({ top, bottom: top + 80 }));
  expect(toastPlace(amount, screen, all)).toBe('upper');
});
