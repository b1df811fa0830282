import { Type } from '@sinclair/typebox';
import { route } from './route.ts';
import { Amount, CoinName, Count, Id, listInput, Nullable, OneOf, PageOf, Time } from './shapes.ts';

const depositStatuses = ['SEEN', 'CONFIRMING', 'CREDITED', 'ORPHANED', 'BELOW_MINIMUM'] as const;

const DepositCoin = OneOf(['BTC', 'USDT']);
const Network = OneOf(['BITCOIN', 'ERC20']);
const Address = Type.String({ minLength: 1, maxLength: 128 });

export const depositRoutes = {
  coinSettings: route('coinSettings', {
    summary: 'Every coin with its networks, limits and fees; what is not enabled cannot be used now.',
    access: 'open',
    limit: 'read',
    input: {},
    data: Type.Object({
      coins: Type.Array(
        Type.Object({
          coin: CoinName,
          /** Decimals that are typed and shown. */
          precision: Count,
          networks: Type.Array(
            Type.Object({
              network: Network,
              depositMin: Amount,
              confirmations: Count,
              withdrawMin: Amount,
              withdrawMax: Amount,
              dailyLimit: Amount,
              fee: Amount,
              enabled: Type.Boolean(),
            }),
          ),
        }),
      ),
    }),
  }),
  depositAddress: route('depositAddress', {
    summary: "The customer's own address on a network, always the same.",
    access: 'customer',
    limit: 'read',
    input: { coin: DepositCoin, network: Network },
    data: Type.Object({
      coin: DepositCoin,
      network: Network,
      address: Address,
      min: Amount,
      confirmations: Count,
      /** Demo mode on a node of its own: `POST /dev/faucet` pays to this address. */
      hasFaucet: Type.Boolean(),
    }),
    refusals: ['switchedOff'],
  }),
  depositPage: route('depositPage', {
    summary: 'Deposits with their confirmations, newest first, or one of them.',
    access: 'customer',
    limit: 'read',
    input: { id: Type.Optional(Id), coin: Type.Optional(DepositCoin), ...listInput },
    data: PageOf(
      Type.Object({
        id: Id,
        coin: DepositCoin,
        network: Network,
        address: Address,
        txid: Type.String({ pattern: '^(0x)?[0-9a-f]{64}$' }),
        outputIndex: Count,
        amount: Amount,
        status: OneOf(depositStatuses),
        /** Its own block is the first; 0 while it waits for one. */
        confirmations: Count,
        needed: Count,
        time: Time,
        creditedTime: Nullable(Time),
      }),
    ),
  }),
};
