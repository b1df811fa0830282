import {
  type BuildRefusal,
  type ChainAdapter,
  hotAddress,
  type OwnOutput,
  type PaymentOrder,
  type Source,
  type Unsigned,
} from '@lode/chain';
import { lookIntoAccount } from '../../../platform/chains/hot-account.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { readSpendableOutputs } from '../outpoint-reservation.repository.ts';
import { RetryLater, type Withdrawal } from '../payout-ports.ts';
import {
  type ExportedPayment,
  readAbandonedExports,
  readNamedOutputs,
} from '../recovery/exported-payment.repository.ts';
import { conflictingInputs, isExportedForAnother } from '../recovery/exported-payment.ts';

type Sources = readonly [Source, ...Source[]];

/**
 * The sources that a payment may be built from, the preferred one first. A payment that was exported has to spend the conflicting
 * inputs of its exports; any other spends one input of the oldest abandoned export first, so that this one can never be mined.
 */
export async function sourcesOf(
  db: Queryable,
  chain: ChainAdapter,
  { id, network }: Withdrawal,
  openExports: readonly ExportedPayment[],
): Promise<Sources> {
  // The hot wallet and all change belong to the house's first address of the current generation.
  const house = hotAddress(chain);
  if (network === 'ERC20') {
    const { reserved } = await lookIntoAccount(db, chain, house);
    return [{ kind: 'ACCOUNT', from: house, nonce: reserved.free }];
  }
  const ownerOf = (branch: 'customer' | 'house', index: number) => chain.ownAddress(branch, index);
  const all = await readSpendableOutputs(db, ownerOf);
  const from = (required: OwnOutput[], free = all): Source => {
    const taken = new Set(required.map(outpointOf));
    return { kind: 'OUTPUTS', outputs: free.filter((one) => !taken.has(outpointOf(one))), required, change: house };
  };
  const outpoints = conflictingInputs(openExports);
  if (outpoints.length > 0) {
    const required = await readNamedOutputs(db, id, outpoints, ownerOf);
    if (required.length === outpoints.length) return [from(required)];
    throw new RetryLater(`withdrawal ${id} waits: another payment spends what was exported of it`);
  }
  const abandoned = await readAbandonedExports(db);
  const ofAbandoned = new Set(abandoned.flatMap(({ outpoints }) => outpoints));
  const [oldest] = abandoned.flatMap(({ outpoints }) => all.find((one) => outpoints.includes(outpointOf(one))) ?? []);
  if (!oldest) return [from([])];
  const others = all.filter((one) => !ofAbandoned.has(outpointOf(one)));
  return [from([oldest]), from([]), from([], others)];
}

const outpointOf = ({ txid, index }: OwnOutput): string => `${txid}:${index}`;

/** Built from the first source that gives a transaction of its own; else the refusal of the last one. */
export async function buildFromFirst(
  db: Queryable,
  chain: ChainAdapter,
  id: bigint,
  order: Omit<PaymentOrder, 'source'>,
  [source, ...others]: Sources,
): Promise<Unsigned | BuildRefusal> {
  let built = await chain.build({ ...order, source });
  for (const other of others) {
    if (!isRefused(built) && !(await isExportedForAnother(db, chain, built, id))) return built;
    built = await chain.build({ ...order, source: other });
  }
  if (!isRefused(built) && (await isExportedForAnother(db, chain, built, id)))
    throw new RetryLater(`withdrawal ${id} waits: this very transaction was exported for another one`);
  return built;
}

export const isRefused = (built: Unsigned | BuildRefusal): built is BuildRefusal => 'refused' in built;
