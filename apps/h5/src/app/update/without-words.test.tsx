// Proves that an update can be taken also when the chunk that says what is new in it does not come.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { makeOffer, offer } from './offer.ts';
import { UpdateKeeper } from './update-keeper.tsx';

// A chunk that is gone.
vi.mock('./description.tsx', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

const newer = { versionNo: '1.0.0.1', description: '<p>新</p>', isForce: true };

afterEach(() => {
  offer.forget();
  vi.unstubAllGlobals();
});

it('without the chunk of its words the update is offered without them [overlay:new-version]', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const take = vi.fn<() => void>();
  makeOffer(newer, 3, take);
  await act(async () => {
    render(<UpdateKeeper />);
  });
  // The failure is there by now.
  await act(async () => void (await import('./description.tsx').catch(() => undefined)));
  fireEvent.click(screen.getByRole('button', { name: '立即更新' }));
  expect(take).toHaveBeenCalledTimes(1);
});
