import type { Slices } from '../../apps/server/src/composition/slices.ts';
import type { StaffContext } from '../../apps/server/src/platform/http/console/console-context.ts';
import { isRefusal, type Refusal } from '../../apps/server/src/platform/http/refusal.ts';
import { median } from '../lib/rounds.ts';

/** What parts of a list take, in ms, each the median of its samples. */
export interface ListTimes {
  what: string;
  first: number;
  /** Null of a search, which has one part. */
  deep: number | null;
}

/** `deep` is a part far down the list, found by the cursor before it. */
export async function measureLists(
  { machines, customers, search }: Slices,
  context: () => StaffContext,
  samples: number,
): Promise<ListTimes[]> {
  const lists = {
    'machines, all': (cursor?: string) => machines.consoleHandlers.machineList(context(), given(cursor)),
    'machines of a site': (cursor?: string) =>
      machines.consoleHandlers.machineList(context(), { site: '2', ...given(cursor) }),
    'machines that run': (cursor?: string) =>
      machines.consoleHandlers.machineList(context(), { status: 'RUNNING', ...given(cursor) }),
    'customers, all': (cursor?: string) => customers.consoleHandlers.customerList(context(), given(cursor)),
    'customers by account': (cursor?: string) =>
      customers.consoleHandlers.customerList(context(), { sort: 'ACCOUNT', ...given(cursor) }),
  };
  const times: ListTimes[] = [];
  for (const [what, read] of Object.entries(lists)) {
    const far = await farDown(read);
    times.push({ what, first: await timeOf(samples, () => read()), deep: await timeOf(samples, () => read(far)) });
  }
  for (const [what, text] of [
    ['search, a machine', 'B000000321'],
    ['search, the end of a phone number', '0123'],
  ] as const) {
    const found = await timeOf(samples, () => search.consoleHandlers.search(context(), { text }));
    times.push({ what, first: found, deep: null });
  }
  return times;
}

const given = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** The ids of a bench's rows follow one another from a low number on: the newest of them is cut by a quarter. */
async function farDown(read: (cursor?: string) => Promise<{ records: { id: string }[] } | Refusal>): Promise<string> {
  const first = await read();
  if (isRefusal(first)) throw new Error(`refused: ${JSON.stringify(first)}`);
  const newest = BigInt(first.records[0]?.id ?? '0');
  return Buffer.from(String((newest * 3n) / 4n)).toString('base64url');
}

async function timeOf(samples: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const took: number[] = [];
  for (let i = 0; i < samples; i++) {
    const started = performance.now();
    if (isRefusal(await work())) throw new Error('a list was refused');
    took.push(performance.now() - started);
  }
  return median(took);
}
