import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { coldTransferKinds, sweepKinds } from '../record-states.ts';
import { Amount, CoinName, Count, Id, NetworkName, Nullable, OneOf, Time, WithdrawCoin } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf } from './shapes.ts';

/** As the worker read it last: amounts are as old as their time. */
const level = Type.Object({
  amount: Amount,
  /** Of it, for payments that are under way. */
  reserved: Amount,
  readAt: Time,
});

const coin = Type.Object({
  coin: WithdrawCoin,
  network: NetworkName,
  hot: Nullable(level),
  cold: Nullable(level),
  /** USDT that lies at customers' addresses and is swept. */
  depositAddresses: Nullable(level),
  /** What approved withdrawals that are not signed yet will take of the hot wallet. */
  waiting: Amount,
  /** Above `upper` what is above `target` goes into cold storage; null: nothing goes by itself. */
  bounds: Nullable(Type.Object({ upper: Amount, target: Amount, perDay: Amount })),
  /** What went into cold storage since the business day began. */
  sentToday: Amount,
  /** Of the hot wallet, less what waits for it. */
  state: OneOf(['WITHIN', 'ABOVE', 'SHORT', 'NO_BOUNDS', 'UNKNOWN']),
  /** The newest cold wallet; null: there is none. */
  coldWallet: Nullable(Type.Object({ version: Count, since: Time })),
  /** How far the chain is followed; null: it never was. */
  chain: Nullable(Type.Object({ height: Count, stoppedBecause: Nullable(Type.String()) })),
});

const chainMoney = Type.Object({
  coins: Type.Array(coin),
  gas: Type.Object({
    hot: Nullable(level),
    /** What the gas of one move may cost. */
    mostPerMove: Amount,
    /** Addresses that wait for gas: the alert's own words. */
    shortage: Nullable(Type.String()),
  }),
  treasury: Type.Array(Type.Object({ coin: CoinName, amount: Amount })),
  fees: Type.Object({
    /** What a customer pays of one withdrawal. */
    withdrawal: Type.Array(Type.Object({ coin: WithdrawCoin, amount: Amount })),
    sweepFrom: Amount,
    /** An unconfirmed payment is sent again at a higher fee after so many minutes. */
    bumpAfter: Type.Array(Type.Object({ network: NetworkName, minutes: Count })),
    /** A transfer of bitcoin into cold storage or back may cost one part of so many. */
    coldFeePart: Count,
  }),
  open: Type.Object({ sweeps: Count, coldTransfers: Count }),
  readAt: Time,
});

/** `UNSIGNED`: built. `SENT`: signed, not final. `NOT_MOVED`: over, and the coins stayed. */
const moveState = OneOf(['UNSIGNED', 'SENT', 'CANCELLED', 'PAID', 'NOT_MOVED']);

const sweep = Type.Object({
  id: Id,
  kind: OneOf(sweepKinds),
  state: moveState,
  coin: CoinName,
  amount: Amount,
  /** The address that is emptied, or that gets gas. */
  address: Type.String(),
  attempts: Count,
  txid: Nullable(Type.String()),
  /** What the network took, in ETH; null until it is final. */
  gas: Nullable(Amount),
  begunAt: Time,
  endedAt: Nullable(Time),
});

const coldTransfer = Type.Object({
  id: Id,
  kind: OneOf(coldTransferKinds),
  state: moveState,
  coin: WithdrawCoin,
  amount: Amount,
  /** The version of the cold wallet; null of a move within the hot wallet. */
  wallet: Nullable(Count),
  people: Type.Array(Type.String()),
  txid: Nullable(Type.String()),
  /** BTC of a transfer of bitcoin, ETH of one of USDT. */
  fee: Nullable(Type.Object({ coin: CoinName, amount: Amount })),
  begunAt: Time,
  endedAt: Nullable(Time),
});

const moveInput = { view: Type.Optional(OneOf(['OPEN', 'ALL'])), ...cursorInput };

/** Where the house's coins lie, and what moves between its own places. */
export const chainMoneyRoutes = {
  chainMoney: route(consolePaths.chainMoney, {
    access: 'staff',
    data: chainMoney,
    summary:
      'Levels of the hot and cold wallets against their bounds, gas, treasury and fees, as the worker read them last',
  }),
  sweepList: route(consolePaths.sweepList, {
    access: 'staff',
    input: moveInput,
    data: listOf(sweep),
    summary: 'Moves from deposit addresses to the hot wallet and gas to them, the newest first',
  }),
  coldTransferList: route(consolePaths.coldTransferList, {
    access: 'staff',
    input: moveInput,
    data: listOf(coldTransfer),
    summary: 'Transfers into cold storage and back, the newest first',
  }),
} as const;
