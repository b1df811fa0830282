import type { ConsoleData } from '@lode/contract/console';
import { divFloor, formatAmount, ledgerScale } from '@lode/money';
import type { AddressOfKey } from '../../platform/chains/address-of-key.ts';
import type { ColdTransferRow, SweepRow } from './moves.store.ts';

type Shown<Call extends 'sweepList' | 'coldTransferList'> = ConsoleData<Call>['records'][number];

const etherOf = (wei: bigint): string => formatAmount(divFloor(wei, 10n ** BigInt(18 - ledgerScale('ETH'))), 'ETH');

interface Move {
  isPaid: boolean | null;
  isSigned: boolean;
  isCancelled: boolean;
}

function stateOf({ isPaid, isSigned, isCancelled }: Move): Shown<'coldTransferList'>['state'] {
  if (isPaid !== null) return isPaid ? 'PAID' : 'NOT_MOVED';
  if (isCancelled) return 'CANCELLED';
  return isSigned ? 'SENT' : 'UNSIGNED';
}

/** The address is made of its key, not of the text beside it. */
export const sweepViewOf =
  (addressOf: AddressOfKey) =>
  ({ id, kind, amount, key, txid, gas, isPaid, attempts, begunAt, endedAt }: SweepRow): Shown<'sweepList'> => {
    const coin = kind === 'SWEEP' || kind === 'ROTATE_USDT' ? 'USDT' : 'ETH';
    return {
      id: String(id),
      kind,
      state: stateOf({ isPaid, isSigned: txid !== null, isCancelled: false }),
      coin,
      amount: coin === 'USDT' ? formatAmount(BigInt(amount), coin) : etherOf(BigInt(amount)),
      address: addressOf('ERC20', key),
      attempts,
      txid,
      gas: gas === null ? null : etherOf(BigInt(gas)),
      begunAt: begunAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    };
  };

export function coldTransferView(row: ColdTransferRow): Shown<'coldTransferList'> {
  const { id, kind, network, amount, wallet, addedBy, approvedBy, fee, txid, begunAt, endedAt } = row;
  const coin = network === 'BITCOIN' ? 'BTC' : 'USDT';
  return {
    id: String(id),
    kind,
    state: stateOf({ ...row, isCancelled: row.cancelledAt !== null }),
    coin,
    amount: formatAmount(amount, coin),
    wallet,
    people: [addedBy, approvedBy].filter((name) => name !== null),
    txid,
    fee:
      fee === null
        ? null
        : coin === 'BTC'
          ? { coin, amount: formatAmount(fee, coin) }
          : { coin: 'ETH', amount: etherOf(fee) },
    begunAt: begunAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
