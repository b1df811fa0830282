import type { ConsoleData } from '@lode/contract/console';
import type { Queryable } from '../../../platform/db/database.ts';
import { type DocumentRow, documents } from './document.store.ts';
import type { TransferRow } from './transfer-page.store.ts';

type Document = NonNullable<ConsoleData<'transfer'>['document']>;

/** What a transfer was posted for, by its kind and its key; null where nothing but people stands behind it. */
export async function documentOf(db: Queryable, transfer: TransferRow): Promise<Document | null> {
  const { id, kind, key, customerId, postedAt } = transfer;
  const day = dayOf(key);
  if (day !== null) return day;
  const numberIn = (pattern: RegExp) => BigInt(pattern.exec(key)?.[1] ?? 0);
  switch (kind) {
    case 'withdrawal':
    case 'treasury-payment':
    case 'withdrawal-end':
      return view('WITHDRAWAL', await documents.withdrawal(db, [id]));
    case 'coin-up-subscription':
    case 'coin-up-interest-redemption':
      return view('ORDER', await documents.order(db, [customerId, postedAt, id]));
    case 'charge-adjust':
      return view('ADJUSTMENT', await documents.adjustment(db, [key.slice('charge-adjust:'.length)]));
    case 'outage-credit':
      return view('OUTAGE', await documents.outage(db, [numberIn(/^outage-credit:(\d+)/)]));
    case 'pool-payment':
    case 'pool-payment-undone':
      return view('POOL_PAYMENT', await documents.poolPayment(db, [id]));
    case 'customer-left':
      return view('DEPARTURE', await documents.departure(db, [id]));
    default:
      if (/^deposit:\d/.test(key)) return view('DEPOSIT', await documents.deposit(db, [numberIn(/^deposit:(\d+)/)]));
      if (/^(arrival|suspense):\d/.test(key))
        return view('ARRIVAL', await documents.arrival(db, [numberIn(/^(?:arrival|suspense):(\d+)/)]));
      return null;
  }
}

/** What the audit log calls the things that a transfer of people may be about. */
export function subjectsOf({ key, customerId, moved }: TransferRow, document: Document | null): string[] {
  const id = document?.id;
  return [
    ...(customerId === null ? [] : [`customer ${customerId}`]),
    ...moved.flatMap(({ coin }) => [`TREASURY ${coin}`, `INTEREST_FUND ${coin}`]),
    ...(document?.kind === 'POOL_PAYMENT' && id ? [`pool payment ${id}`] : []),
    ...(/^(arrival|suspense):/.test(key) && id ? [`arrival ${id}`] : []),
    ...(document?.kind === 'DEPOSIT' && id ? [`deposit ${id}`] : []),
  ];
}

/** Of the closes: the key names the day. */
function dayOf(key: string): Document | null {
  const [, mining, date] =
    /^day-close:(mining|coin-up):(\d{4}-\d{2}-\d{2}):/.exec(key) ??
    /^coin-up:(interest):[A-Z]+:(\d{4}-\d{2}-\d{2})/.exec(key) ??
    [];
  if (date === undefined) return null;
  const close = mining === 'mining' ? 'mining' : 'coin-up';
  const nothing = { id: null, state: null, customer: null, machine: null, reason: null };
  return { ...nothing, kind: 'DAY', title: date, date, close };
}

function view(kind: Document['kind'], row: DocumentRow | null): Document | null {
  if (row === null) return null;
  const { id, title, state, customerId, machineId, date, reason } = row;
  const text = (value: bigint | null) => (value === null ? null : String(value));
  return {
    kind,
    id: text(id),
    title,
    state,
    customer: text(customerId),
    machine: text(machineId),
    date,
    close: null,
    reason,
  };
}
