import type { Data, Input } from '@lode/contract';
import type { AddressOfKey } from '../../../platform/chains/address-of-key.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { encodeCursor, pageOf, pageRequest, rowId } from '../../../platform/http/page.ts';
import { isRefusal, type Refusal } from '../../../platform/http/refusal.ts';
import { readWithdrawal, readWithdrawals, type WithdrawalRow } from '../withdrawal.repository.ts';
import { type DurationPorts, readPayoutDuration } from './payout-duration.ts';
import { phasesShownAs } from './spec-status.ts';
import { type ResponseFacts, withdrawalResponse } from './withdrawal-response.ts';

export interface WithdrawalPagePorts extends DurationPorts {
  readonly addressOf: AddressOfKey;
}

/** What a withdrawal is shown with besides its row. */
export async function responseFacts(db: Queryable, ports: WithdrawalPagePorts): Promise<ResponseFacts> {
  const { needed, addressOf } = ports;
  const payoutDuration = await readPayoutDuration(db, ports);
  return { addressOf, needed: { BTC: needed('BITCOIN'), USDT: needed('ERC20') }, payoutDuration };
}

/** One page of a customer's withdrawals. */
export async function withdrawalPage(
  db: Queryable,
  ports: WithdrawalPagePorts,
  customerId: bigint,
  input: Input<'withdrawPage'>,
): Promise<Data<'withdrawPage'> | Refusal> {
  const range = pageRequest(input, ['integer']);
  if (isRefusal(range)) return range;
  const { size, current, limit, offset, after } = range;
  const rows = await rowsOf(db, customerId, input.id, {
    coin: input.coin,
    phases: phasesShownAs(input),
    before: after?.[0] ?? null,
    limit,
    offset,
  });
  const page = pageOf(rows, size, current, ({ id }) => encodeCursor([id]));
  const facts = await responseFacts(db, ports);
  return { ...page, records: page.records.map((row) => withdrawalResponse(row, facts)) };
}

/** All that match, or the one of an id; none for another customer's id. */
async function rowsOf(
  db: Queryable,
  customerId: bigint,
  id: string | undefined,
  place: Parameters<typeof readWithdrawals>[2],
): Promise<WithdrawalRow[]> {
  if (id === undefined) return readWithdrawals(db, customerId, place);
  const row = rowId(id);
  const found = row === null ? null : await readWithdrawal(db, customerId, row);
  const fits =
    found !== null && (place.coin === undefined || found.coin === place.coin) && place.phases.includes(found.phase);
  return fits ? [found] : [];
}
