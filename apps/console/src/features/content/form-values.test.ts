/** Proves that a form gives the server the parts of its kind alone, and times as Shanghai reads them. */
import { expect, it } from 'vitest';
import { newValues, valuesOf, writtenOf } from './form-values.ts';

const now = new Date('2026-03-10T16:30:00Z');
const revision = {
  id: '1',
  kind: 'forced' as const,
  name: 'power-cut',
  version: null,
  title: null,
  summary: '',
  isForce: false,
  state: 'ENDED' as const,
  startsAt: '2026-03-01T00:00:00.000Z',
  endsAt: '2026-03-12T00:00:00.000Z',
  audience: 'vip',
  order: 3,
  createdAt: '2026-03-01T00:00:00.000Z',
  createdBy: 'support',
  publishedAt: null,
  publishedBy: null,
  approvedBy: null,
  withdrawnAt: null,
  withdrawnBy: null,
  confirmed: null,
};
const shown = {
  kind: 'forced' as const,
  name: 'power-cut',
  version: null,
  title: null,
  text: null,
  body: [],
  image: null,
  url: null,
  isForce: false,
  startsAt: null,
};
const rest = { hash: '', customers: 0, missing: null, inForce: null };

it('names a new place by the moment, in Shanghai', () => {
  expect(newValues('banner', now).name).toBe('banner-20260311-0030');
  expect(newValues('agreement', now).name).toBe('user_agreement');
});

it('leaves out what has passed of a revision before, and keeps what lies ahead', () => {
  const values = valuesOf({ revision, shown, html: '<p>x</p>', ...rest }, now);
  expect(values).toMatchObject({ name: 'power-cut', from: '', to: '2026-03-12T08:00', audience: 'vip', order: 3 });
  expect(writtenOf('forced', values)).toEqual({
    kind: 'forced',
    name: 'power-cut',
    html: '<p>x</p>',
    to: '2026-03-12T00:00:00.000Z',
    audience: 'vip',
    order: 3,
  });
});

it('gives no part that the kind has not, and none that is empty', () => {
  const values = { ...newValues('version', now), name: '1.4.0.0', title: 'x', order: 5, isForce: true };
  expect(writtenOf('version', values)).toEqual({ kind: 'version', name: '1.4.0.0', isForce: true });
});
