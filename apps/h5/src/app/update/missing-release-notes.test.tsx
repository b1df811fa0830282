// Covers an update whose release notes fail to load.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { makeOffer, offer } from './offer.ts';
import { UpdateManager } from './update-manager.tsx';

// A missing chunk.
vi.mock('./release-notes.tsx', () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

const newer = { versionNo: '1.0.0.1', description: '<p>新</p>', isForce: true };

afterEach(() => {
  offer.clear();
  vi.unstubAllGlobals();
});

it('offers the update without notes when their chunk is missing [overlay:new-version]', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const take = vi.fn<() => void>();
  makeOffer(newer, 3, take);
  await act(async () => {
    render(<UpdateManager />);
  });
  // The import has failed by now.
  await act(async () => void (await import('./release-notes.tsx').catch(() => undefined)));
  fireEvent.click(screen.getByRole('button', { name: '立即更新' }));
  expect(take).toHaveBeenCalledTimes(1);
});
