// Over TLS the device's cookie has a name that no subdomain and no plain http can set, and wins over one that they could.
import { expect, it } from 'vitest';
import { deviceCookie } from './device-cookie.ts';

const cookie = deviceCookie(Buffer.from('a pepper for tests only'));
const made = (device: string, isSecure: boolean, cookies?: string) => cookie.cookieFor(device, cookies, isSecure) ?? '';
const sent = (set: string) => set.split(';')[0] ?? '';

it('is bound to the host over TLS', () => {
  expect(made('phone', true)).toMatch(
    /^__Host-lodeDevice=\S+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(made('phone', false)).toMatch(/^lodeDevice=\S+; Path=\/api; Max-Age=34560000; HttpOnly; SameSite=Strict$/);
});

it('is not contradicted by one that a subdomain has set', () => {
  const [own, planted] = [sent(made('phone', true)), sent(made('phone of a thief', false))];
  for (const cookies of [`${own}; ${planted}`, `${planted}; ${own}`])
    expect(cookie.deviceOf('phone', cookies)).toBe('phone');
  expect(cookie.deviceOf('phone', planted)).not.toBe('phone');
});

it('replaces one of before over TLS, for the same device and once', () => {
  const before = sent(made('phone', false));
  const replaced = made('copied name', true, before);
  expect(cookie.deviceOf('phone', sent(replaced))).toBe('phone');
  expect(cookie.deviceOf('copied name', sent(replaced))).not.toBe('copied name');
  expect(made('phone', true, sent(replaced))).toBe('');
  expect(made('phone', false, before)).toBe('');
});
