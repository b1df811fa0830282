// Covers the answer to a search for a customer that comes late: it narrows the list that asked, and takes no person back to it.
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { App } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { useFindCustomer } from './find-customer.ts';
import { createQueryClient } from './query-client.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A list that searches, and a page whose code never comes. */
function show(onFound: (id: string) => void) {
  const client = createQueryClient();
  const hook: { find?: (account: string) => void } = {};
  function List() {
    hook.find = useFindCustomer(onFound).find;
    return null;
  }
  const router = createMemoryRouter([
    { path: '/', element: <List /> },
    { path: '/machines/1', lazy: () => new Promise<never>(() => undefined) },
  ]);
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  );
  return { client, hook, router, unmount };
}

type Shown = ReturnType<typeof show>;

it.each<[string, (shown: Shown) => void, string[][]]>([
  ['who waits for it', () => undefined, [['7']]],
  ['who is on the way to another page', ({ router }) => void router.navigate('/machines/1'), []],
  ['who has gone on', ({ unmount }) => unmount(), []],
])('an answer reaches %s', async (_who, go, found) => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const onFound = vi.fn();
  const shown = show(onFound);
  const { client, hook } = shown;
  act(() => hook.find?.('13800000001'));
  await vi.waitFor(() => expect(client.isMutating()).toBe(1));
  await act(async () => go(shown));
  await act(async () => answer(Response.json({ code: 200, message: 'ok', data: { id: '7' } })));
  await vi.waitFor(() => expect(client.isMutating()).toBe(0));
  expect(onFound.mock.calls).toEqual(found);
});
