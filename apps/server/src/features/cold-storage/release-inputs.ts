import { ChainUnavailable, WrongChain } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';
import { isClosed } from '../../platform/chains/chain-nodes.ts';
import type { ColdTransferSigner } from '../../platform/chains/cold-transfer-signer.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput, StaffResult } from '../../platform/staff/staff-command.ts';
import { findEnded, nameOf, sentPayment } from './transfer.repository.ts';
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
  const unspent = new Set(reserved);
  for (const attempt of transfer.attempts.filter(({ bytes }) => bytes !== null))
    for (const outpoint of reserved) {
      const sent = sentPayment(chain, transfer, { ...attempt, outpoints: [outpoint] });
      const { state } = await chain.status(sent);
      if (state === 'CONFIRMED' || state === 'MEMPOOL')
        return { refused: `${attempt.txid} is not lost: it is in a block, or waits for one` };
      if (state === 'CONFLICTED') unspent.delete(outpoint);
    }
  return database.transaction(async (dbTx) => {
    await reservations.releaseNamed(dbTx, id, [...unspent]);
    const detail = { released: [...unspent].join(' ') };
    await deps.recordAudit(dbTx, { at: now, authority, action: 'cold:free', subject, reason, detail });
    return { done: unspent.size > 0 ? `free again: ${[...unspent].join(', ')}` : 'everything it would spend is spent' };
  });
}
