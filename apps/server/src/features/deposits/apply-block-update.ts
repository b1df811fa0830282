import type { BlockRef, BlockUpdate, Network, WatcherState } from '@lode/chain';
import { postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { Alert, AlertPorts } from '../../platform/log/alerts.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { depositRemoved } from '../../platform/staff/freeze-reasons.zh.ts';
import { orphanArrivals, outpointOf, readOfClosedCustomers, writeArrivals } from './arrivals.store.ts';
import { takeArrivalBack } from './arrivals.ts';
import { returnClawedBack } from './claw-back-deposit.ts';
import type { CreditPorts } from './credit-final.ts';
import { freezeCustomer } from './customer-freeze.store.ts';
import { dedupeByOutpoint } from './dedupe-by-outpoint.ts';
import type { ConfirmationTier } from './deposit-settings.ts';
import { coinOf, confirmationsNeeded, removalPosting, removedAlert, restoringPosting } from './deposit-state.ts';
import {
  type DepositRow,
  type MinedPayment,
  orphanDeposits,
  raiseNeeded,
  writeMined,
  writeRemoved,
} from './deposits.store.ts';
import { readHouseAddresses } from './house-address.store.ts';
import { lockWatcher, moveWatcher } from './watcher.store.ts';
import { reverseWriteOffs } from './write-off-deposit.ts';

/** What the database can hold; a token can be issued in larger sums, which are worthless. */
const largestAmount = 2n ** 62n;
/** Wei of more ether than there will ever be. */
const largestInChain = 10n ** 28n;

export interface BlockUpdateDeps extends CreditPorts, AnnouncePort, Pick<AlertPorts, 'raiseAlert' | 'announceAlert'> {
  database: Database;
  confirmations: number;
  /** More confirmations for larger amounts. */
  tiers: readonly ConfirmationTier[];
  depth: number;
  /** How many addresses the update was searched for. */
  addresses: number;
  /** Keys of cold addresses: what comes there is no deposit. */
  cold: ReadonlySet<string>;
  /** Named places at which a test ends the process. */
  readonly failpoint?: (point: string) => void;
}

type ConnectedBlocks = Extract<BlockUpdate, { kind: 'BLOCKS' }>;

/**
 * Stores one block update, all of it or nothing. False: another process has gone on meanwhile, or an address was given
 * out while the blocks were read; then the update is to be read again.
 */
export async function applyBlockUpdate(
  deps: BlockUpdateDeps,
  state: WatcherState,
  update: ConnectedBlocks,
  now: Date,
): Promise<boolean> {
  const { network } = state.chain;
  const alerts: Alert[] = [];
  const isApplied = await deps.database.transaction(async (dbTx) => {
    const found = await lockWatcher(dbTx, network);
    const known = state.recent.at(-1) ?? state.start;
    if (found.newestHash !== known.hash || found.addresses !== deps.addresses) return false;
    deps.failpoint?.('block-update:locked');
    const taken = await orphanDeposits(dbTx, network, hashesOf(update.disconnected));
    for (const arrival of await orphanArrivals(dbTx, network, hashesOf(update.disconnected)))
      if (arrival.isPosted) {
        const alert = await takeArrivalBack(dbTx, arrival, now);
        if (alert !== null && (await deps.raiseAlert(dbTx, alert, now))) alerts.push(alert);
      }
    deps.failpoint?.('block-update:taken-back');
    const all = dedupeByOutpoint(paymentsOf(update, deps.confirmations));
    await writeArrivals(dbTx, network, all, now);
    const house = new Set((await readHouseAddresses(dbTx, network)).map(({ key }) => key));
    const deposited = all.filter(
      (payment) => isDeposit(network, payment) && !house.has(payment.key) && !deps.cold.has(payment.key),
    );
    const ofClosed = await readOfClosedCustomers(dbTx, network, deposited);
    const payments = deposited.filter((payment) => !ofClosed.has(outpointOf(payment)));
    const mined = await writeMined(dbTx, network, payments, now);
    const newest = update.connected.at(-1)?.block.height ?? known.height;
    const customerIds = [...new Set(mined.map(({ customerId }) => customerId))];
    await raiseNeeded(dbTx, network, { customerIds, since: newest - deps.depth, tiers: deps.tiers });
    deps.failpoint?.('block-update:mined');
    alerts.push(...(await reverseCredits(dbTx, deps, { network, taken, mined, now })));
    if (mined.length < payments.length) {
      const message = `${network}: a deposit that was credited was mined again with another amount or receiver, between blocks ${known.height} and ${update.connected.at(-1)?.block.height}`;
      const alert = { kind: 'deposit-changed', subject: network, message };
      if (await deps.raiseAlert(dbTx, alert, now)) alerts.push(alert);
    }
    await moveWatcher(dbTx, network, placeAfter(known, update, deps.depth));
    deps.failpoint?.('block-update:before-commit');
    return true;
  });
  deps.failpoint?.('block-update:committed');
  for (const alert of alerts) deps.announceAlert(alert);
  return isApplied;
}

const hashesOf = (blocks: readonly BlockRef[]): string[] => blocks.map(({ hash }) => hash);

function placeAfter(known: BlockRef, { disconnected, connected }: ConnectedBlocks, depth: number) {
  const fork = known.height - disconnected.length;
  const blocks = connected.map(({ block: { height, hash } }) => ({ height, hash }));
  return { fork, added: blocks, oldest: fork + blocks.length - depth };
}

function paymentsOf({ connected }: ConnectedBlocks, usual: number): MinedPayment[] {
  return connected.flatMap(({ block: { height, hash }, payments }) =>
    payments
      .filter(({ amount }) => amount > 0n && amount < largestInChain)
      .map(({ maturesAt, ...payment }) => ({
        ...payment,
        height,
        blockHash: hash,
        needed: confirmationsNeeded(usual, height, maturesAt),
      })),
  );
}

export function isDeposit(network: Network, { coin, amount }: { coin: string; amount: bigint }): boolean {
  return coin === coinOf[network] && amount > 0n && amount < largestAmount;
}

/** Credits whose coins are gone, and credits whose coins are back; what moved to another block within the update is neither. */
async function reverseCredits(
  dbTx: Transaction,
  ports: BlockUpdateDeps,
  {
    network,
    taken,
    mined,
    now,
  }: { network: Network; taken: readonly DepositRow[]; mined: readonly DepositRow[]; now: Date },
): Promise<Alert[]> {
  const [takenIds, minedIds] = [taken, mined].map((rows) => new Set(rows.map(({ id }) => id))) as [
    Set<bigint>,
    Set<bigint>,
  ];
  const date = businessDate(now);
  const alerts: Alert[] = [];
  for (const deposit of taken.filter(({ id, transferId }) => transferId !== null && !minedIds.has(id))) {
    const { id, customerId, coin, amount, transferId, removals } = deposit;
    await postTransfer(dbTx, {
      key: `deposit:${id}:removed:${removals + 1}`,
      input: { id, amount },
      kind: 'deposit-removed',
      businessDate: date,
      postedAt: now,
      postings: [removalPosting(deposit, date)],
      corrects: transferId,
    });
    await writeRemoved(dbTx, id);
    const message = `${network}: the deposit ${id} of ${formatAmount(amount, coin)} ${coin} was credited to customer ${customerId} and is in no block any more: the customer's withdrawals are stopped`;
    const reason = depositRemoved(String(id)).en;
    await freezeCustomer(dbTx, { customerId, depositId: id, reason }, now);
    await ports.announce(dbTx, { kind: 'FROZEN', customerId, at: now, detail: { deposit: String(id) } });
    const alert = { kind: removedAlert, subject: `deposit ${id}`, message };
    if (await ports.raiseAlert(dbTx, alert, now)) alerts.push(alert);
  }
  const restored = mined.filter(({ id, transferId }) => transferId !== null && !takenIds.has(id));
  for (const deposit of restored) {
    await postTransfer(dbTx, {
      key: `deposit:${deposit.id}:restored:${deposit.removals}`,
      input: { id: deposit.id, amount: deposit.amount },
      kind: 'deposit-restored',
      businessDate: date,
      postedAt: now,
      postings: [restoringPosting(deposit, date)],
      corrects: deposit.transferId,
    });
  }
  await returnClawedBack(dbTx, ports, restored, now);
  await reverseWriteOffs(dbTx, restored, now);
  return alerts;
}
