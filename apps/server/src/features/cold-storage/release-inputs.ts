import { type ChainAdapter, ChainUnavailable, WrongChain } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';
import { isClosed } from '../../platform/chains/chain-nodes.ts';
import type { ColdTransferSigner } from '../../platform/chains/cold-transfer-signer.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput, StaffResult } from '../../platform/staff/staff-command.ts';
import { type Attempt, type ColdTransfer, findEnded, nameOf, sentPayment } from './transfer.repository.ts';
import type { TransferDeps } from './transfer-ports.ts';

export interface ReleaseDeps
  extends Pick<TransferDeps, 'database' | 'nodes' | 'reservations'>,
    Pick<StaffPorts, 'recordAudit'> {
  signer: ColdTransferSigner | null;
}

/**
 * Releases inputs of an overflow that another transaction made impossible, as far as they are unspent. The signer signs them for
 * nothing else until a person has abandoned the transfer there.
 */
export async function releaseInputs(deps: ReleaseDeps, id: bigint, input: StaffInput): Promise<StaffResult> {
  try {
    return await release(deps, id, input);
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WrongChain || error instanceof SignerUnavailable)
      return { refused: error.message };
    throw error;
  }
}

async function release(deps: ReleaseDeps, id: bigint, { authority, reason, now }: StaffInput): Promise<StaffResult> {
  const { database, nodes, reservations, signer } = deps;
  const subject = nameOf({ id });
  const transfer = await findEnded(database, id);
  if (transfer?.network !== 'BITCOIN' || transfer.isPaid)
    return { refused: `${subject} is no transfer of bitcoin that ended without being paid` };
  const reserved = await reservations.readReserved(database, id);
  if (reserved.length === 0) return { refused: `${subject} keeps nothing` };
  const chain = await nodes.open('BITCOIN');
  if (signer === null || isClosed(chain)) return { refused: 'it needs the signer and the node of BITCOIN' };
  if ((await signer.finalise(subject)).finalisedLine === null)
    return { refused: `abandon it at the signer first: release --payment ${subject} --reason …` };
  const found = await findUnspent(chain, transfer, reserved);
  if ('alive' in found) return { refused: `${found.alive} is not lost: it is in a block, or waits for one` };
  const { unspent } = found;
  return database.transaction(async (dbTx) => {
    await reservations.releaseNamed(dbTx, id, unspent);
    const detail = { released: unspent.join(' ') };
    await deps.recordAudit(dbTx, { at: now, authority, action: 'cold:free', subject, reason, detail });
    return { done: unspent.length > 0 ? `free again: ${unspent.join(', ')}` : 'everything it would spend is spent' };
  });
}

type Lost = Pick<ColdTransfer, 'network' | 'kind' | 'amount' | 'coldKey'> & { attempts: readonly Attempt[] };

/** Which of these inputs no other transaction has spent; or the transaction of the transfer that is not lost. */
export async function findUnspent(
  chain: ChainAdapter,
  transfer: Lost,
  outpoints: readonly string[],
): Promise<{ unspent: string[] } | { alive: string }> {
  const unspent = new Set(outpoints);
  for (const attempt of transfer.attempts.filter(({ bytes }) => bytes !== null))
    for (const outpoint of outpoints) {
      const { state } = await chain.status(sentPayment(chain, transfer, { ...attempt, outpoints: [outpoint] }));
      if (state === 'CONFIRMED' || state === 'MEMPOOL') return { alive: attempt.txid ?? '' };
      if (state === 'CONFLICTED') unspent.delete(outpoint);
    }
  return { unspent: [...unspent] };
}
