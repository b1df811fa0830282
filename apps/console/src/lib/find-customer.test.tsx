// Covers the answer to a search for a customer that comes late: it narrows the list that asked, and takes no person back to it.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useFindCustomer } from './find-customer.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['who waits for it', false, [['7']]],
  ['who has gone on', true, []],
])('an answer reaches %s', async (_who, isGone, found) => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <App>{children}</App>
    </QueryClientProvider>
  );
  const onFound = vi.fn();
  const { result, unmount } = renderHook(() => useFindCustomer(onFound), { wrapper });
  act(() => result.current.find('13800000001'));
  await vi.waitFor(() => expect(client.isMutating()).toBe(1));
  if (isGone) unmount();
  await act(async () => answer(Response.json({ code: 200, message: 'ok', data: { id: '7' } })));
  await vi.waitFor(() => expect(client.isMutating()).toBe(0));
  expect(onFound.mock.calls).toEqual(found);
});
