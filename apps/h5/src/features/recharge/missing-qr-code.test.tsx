// Covers a deposit address whose QR chunk is missing or hangs.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const depositAddress = {
  coin: 'BTC',
  network: 'BITCOIN',
  address,
  min: '0.00010000',
  confirmations: 3,
  hasFaucet: false,
} as const;
const copied = vi.fn(() => Promise.resolve());
const skeleton = () => document.querySelector('.scan')?.firstElementChild ?? null;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied }, onLine: true });
  copied.mockClear();
  vi.resetModules();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Renders the card with the given chunk. */
async function show(chunk: () => Promise<never>): Promise<void> {
  vi.doMock('../../components/qr-code.tsx', chunk);
  const { AddressCard } = await import('./components/address-card.tsx');
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <AddressCard depositAddress={depositAddress} />
      </QueryClientProvider>,
    );
  });
}

async function expectAddress(): Promise<void> {
  expect(screen.getByRole('img', { name: address })).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /复制/ })));
  expect(copied).toHaveBeenCalledWith(address);
}

it('shows the address to read and copy without the chunk [route:recharge]', async () => {
  await show(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await vi.waitFor(() => expect(skeleton()).toBeNull());
  await expectAddress();
});

it('gives up a hanging chunk after two minutes, with the address visible meanwhile [constant:chunk-load-timeout]', async () => {
  await show(() => new Promise<never>(() => undefined));
  await act(() => vi.advanceTimersByTimeAsync(119_999));
  expect(skeleton()).not.toBeNull();
  await expectAddress();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(skeleton()).toBeNull();
  await expectAddress();
});
