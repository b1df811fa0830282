import { type BuildRefusal, type ChainAdapter, hotAddress, type OwnAddress, type Unsigned } from '@lode/chain';
import { type AddressBalance, type GasRate, planSweeps, type SweepAction, sweepOrder } from '@lode/chain-evm';
import { parseAmount } from '@lode/money';
import { lookIntoAccount } from '../../platform/chains/hot-account.ts';
import { failuresOf } from './failures.ts';
import { type SweepDeps, sweepTermsAt } from './sweep-ports.ts';
import { insertSweep, readUnswept, type Unswept } from './sweeps.store.ts';

/** Above what a transfer of the token is ever given: an address topped up once is topped up enough. */
const gas = 100_000n;
/** Addresses that one round begins with. */
const most = 20;
/** What stays in the hot wallet for so many payments to customers. */
const paymentsKept = 5n;
const weiPerUnit = 10n ** 10n;

/** Begins what is worth it: gas for an address that lacks it, the tokens of one that has it. */
export async function beginSweeps(deps: SweepDeps, chain: ChainAdapter, now: Date): Promise<void> {
  const { database } = deps;
  const { min, maxFee } = await sweepTermsAt(deps, now);
  const smallest = parseAmount(min, 'USDT');
  const hot = hotAddress(chain);
  // Small sums at earlier keys are moved as well: others may know those keys.
  const found = await readUnswept(database, { smallest, below: hot.index, limit: most });
  if (found.length === 0) return deps.reportShortage('ETH', null, now);
  const rate = await chain.feeRate();
  if (rate.unit !== 'WEI_PER_GAS') throw new Error('the EVM pays by wei per gas');
  const cost = gas * rate.maxFee;
  // Gas is dear: what lies there lies well, and another hour is cheaper.
  if (cost > parseAmount(maxFee, 'ETH') * weiPerUnit) return;

  const { wei, reserved } = await lookIntoAccount(database, chain, hot);
  const spare = wei - reserved.wei - paymentsKept * cost;
  const holders = await Promise.all(found.map((one) => holderOf(chain, one)));
  const gasBudget = spare > 0n ? spare : 0n;
  const actions = planSweeps(holders, { smallest: 1n, gas, rate, gasBudget, most });
  const lacking = holders.length - actions.length;
  const message = `the hot wallet lacks ether: ${lacking} addresses wait for gas, and it has ${wei} wei`;
  await deps.reportShortage('ETH', lacking > 0 ? message : null, now);
  const failures: unknown[] = [];
  for (const action of actions)
    failures.push(...(await failuresOf(() => begin(deps, chain, { action, hot, rate, now }))));
  if (failures.length > 0) throw new AggregateError(failures, 'sweeps could not be begun');
}

/** What is credited there, and no more: what is not final yet may never have been. */
async function holderOf(chain: ChainAdapter, { number, amount }: Unswept): Promise<AddressBalance> {
  const owner = chain.ownAddress('customer', number);
  const sums = await chain.holdings([owner]);
  return { owner, usdt: amount, wei: sums.find(({ coin }) => coin === 'ETH')?.atomic ?? 0n };
}

interface Begin {
  action: SweepAction;
  hot: OwnAddress;
  rate: GasRate;
  now: Date;
}

async function begin(deps: SweepDeps, chain: ChainAdapter, { action, hot, rate, now }: Begin): Promise<void> {
  const { database } = deps;
  const [payer, place] = action.kind === 'TOP_UP' ? [hot, action.to] : [action.from, action.from];
  const { height: sinceHeight } = await chain.tip();
  const { free } = (await lookIntoAccount(database, chain, payer)).reserved;
  const unsigned = await chain.build(sweepOrder(roomy(action, rate), hot, free, rate));
  if (isRefused(unsigned)) {
    return deps.report({
      event: 'sweep.not-built',
      kind: action.kind,
      address: place.address,
      reason: unsigned.refused,
    });
  }
  deps.failpoint('sweep:before-built');
  const input = { kind: action.kind, addressNumber: place.index, unsigned, sinceHeight, now };
  // Another process may have taken the nonce or begun the same sweep: the next round plans anew.
  await database
    .transaction((dbTx) => insertSweep(dbTx, input))
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
    });
  deps.failpoint('sweep:built');
}

/** Until the gas has arrived the price may have risen: a third more. */
function roomy(action: SweepAction, rate: GasRate): SweepAction {
  return action.kind === 'TOP_UP' ? { ...action, wei: action.wei + (gas * rate.maxFee) / 3n } : action;
}

export const isRefused = (built: Unsigned | BuildRefusal): built is BuildRefusal => 'refused' in built;
