import type { Data, Input } from '@lode/contract';
import { customerAccount } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import { encodeCursor, pageOf, pageRequest } from '../../platform/http/page.ts';
import { badInput, isRefusal, type Refusal } from '../../platform/http/refusal.ts';
import type { Spendable } from '../../platform/spendable.ts';
import { principalOf } from './position-state.ts';
import { offeredTerms } from './product-terms.ts';
import { apyOf, parseRecordId, recordResponse } from './record-response.ts';
import { isRank, type RecordFilter, type RecordPlace, readRecord, readRecords } from './records.store.ts';
import { readSavings } from './savings.store.ts';
import { type SavingsCoin, savingsCoins } from './savings-coin.ts';
import type { SubscribePorts } from './subscribe.ts';

/** A customer's savings in one coin. */
export async function savingsDetail(
  db: Queryable,
  ports: SubscribePorts,
  { customerId, coin, now }: { customerId: bigint; coin: SavingsCoin; now: Date },
): Promise<Data<'coinUpDetail'>> {
  const income = customerAccount(customerId, 'INCOME_ACCOUNT', coin);
  const [savings, terms, [spendable]] = await Promise.all([
    readSavings(db, { customerId, coin, income }),
    offeredTerms(db, ports, now),
    ports.readSpendables(db, [{ customerId, coin, now }]),
  ]);
  const { available, reserved } = spendable as Spendable;
  const { dates, amounts, ratesPpm } = savings;
  const written = (amount: bigint) => formatAmount(amount, coin);
  return {
    coin,
    principal: written(principalOf(savings)),
    earning: written(savings.earning),
    inTransitIn: written(savings.inTransitIn),
    inTransitOut: written(savings.inTransitOut),
    interestBalance: written(savings.interestBalance),
    yesterdayInterest: written(savings.yesterdayInterest),
    yesterdayDate: savings.yesterdayDate,
    totalInterest: written(savings.totalInterest),
    interestOwed: written(savings.interestOwed),
    apy: terms[coin].apy,
    min: terms[coin].min,
    available: written(available),
    reserved: written(reserved),
    last30: (dates ?? []).map((date, i) => ({
      date,
      amount: written(amounts?.[i] ?? 0n),
      rate: apyOf(ratesPpm?.[i] ?? 0),
    })),
    elsewhereTo: savings.elsewhereTo,
  };
}

const allDirections = ['IN', 'OUT', 'INCOMES'] as const;

/** A customer's subscriptions, redemptions and paid interest, the newest first. */
export async function savingsRecords(
  db: Queryable,
  customerId: bigint,
  input: Input<'coinUpPage'>,
): Promise<Data<'coinUpPage'> | Refusal> {
  const request = pageRequest(input, ['day', 'integer', 'integer']);
  if (isRefusal(request)) return request;
  if (request.after !== null && !isRank(request.after[1])) return badInput('cursor');
  const { coin, direction, from, to } = input;
  const { size, current, limit, offset, after } = request;
  const filter = {
    from,
    to,
    coins: coin ? [coin] : savingsCoins,
    directions: direction ? [direction] : allDirections,
  };
  const rows = await readPage(db, customerId, input.id, filter, { after, limit, offset });
  const page = pageOf(rows, size, current, ({ date, rank, number }) => encodeCursor([date, String(rank), number]));
  return { ...page, records: page.records.map(recordResponse) };
}

/** With an id the one record, if it fits the rest. */
async function readPage(
  db: Queryable,
  customerId: bigint,
  id: string | undefined,
  filter: RecordFilter,
  place: RecordPlace,
) {
  if (id === undefined) return readRecords(db, customerId, filter, place);
  const recordId = parseRecordId(id);
  const found = recordId === null ? [] : await readRecord(db, customerId, recordId);
  const { coins, directions, from = '', to = '9999' } = filter;
  return found.filter(
    ({ coin, direction, date }) => coins.includes(coin) && directions.includes(direction) && date >= from && date <= to,
  );
}
