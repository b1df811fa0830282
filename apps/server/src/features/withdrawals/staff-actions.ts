import type { DbTx } from '../../platform/db/database.ts';
import type { Deed } from '../../platform/staff/staff-command.ts';
import { type OfflineDeps, takeOffline } from '../payouts/recovery/offline-signing.ts';
import { type Denied, insertDenied } from '../payouts/screening/deny-list.ts';
import type { NetworkName } from './domain/coins.ts';
import { addAddress } from './request/address-book.repository.ts';
import { cancelOwn } from './request/cancel.ts';
import { type Application, type ApplyPorts, apply } from './request/submit.ts';
import { approve, type OffsetTarget, offset, propose, type ReviewDeps, reject } from './review/review.ts';
import { readWithdrawal } from './withdrawal.repository.ts';

type OfOne = Deed & { id: bigint };

/** The use cases without HTTP and without a terminal, for whoever lives the demo's days. */
export function withdrawalDeeds(deps: ApplyPorts & ReviewDeps & OfflineDeps) {
  return {
    /** As a customer whose device and address are known for long, on a network that is open. */
    applyAsKnown: (dbTx: DbTx, wish: Application) =>
      apply(dbTx, { ...deps, holdHours: 0, isOffered: async () => true }, wish),
    cancel: (dbTx: DbTx, wish: { customerId: bigint; id: bigint; now: Date }) => cancelOwn(dbTx, deps, wish),
    propose: (wish: OfOne) => propose(deps, wish),
    approve: (wish: OfOne) => approve(deps, wish),
    reject: (wish: OfOne) => reject(deps, wish),
    offset: (wish: OfOne & { to: OffsetTarget }) => offset(deps, wish),
    takeOffline: (wish: OfOne) => takeOffline(deps, wish),
    find: (dbTx: DbTx, customerId: bigint, id: bigint) => readWithdrawal(dbTx, customerId, id),
    deny: (dbTx: DbTx, denied: Denied, now: Date) => insertDenied(dbTx, [denied], now),
    /** Into the customer's book, however it is typed. */
    async know(
      dbTx: DbTx,
      customerId: bigint,
      { network, address: typed, label }: { network: NetworkName; address: string; label: string },
      addedAt: Date,
    ): Promise<void> {
      const check = await deps.checkAddress(network, typed);
      if (!check.valid) throw new Error(`${typed} is no address of ${network}: ${check.reason}`);
      const { address, key: addressKey } = check;
      await addAddress(dbTx, customerId, { network, address, addressKey, label, addedAt });
    },
  };
}
