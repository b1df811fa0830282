import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { StaffInput } from '../../platform/staff/staff-command.ts';
import type { NetworkName } from './domain/coins.ts';
import { addAddress } from './request/address-book.repository.ts';
import { cancelUnshown } from './request/cancel.ts';
import { type Submission, type SubmitPorts, submit } from './request/submit.ts';
import { checkDestination, type Destination } from './request/validate-address.ts';
import {
  approve,
  type OffsetCause,
  type OffsetTarget,
  offset,
  propose,
  type ReviewDeps,
  reject,
} from './review/review.ts';
import { readWithdrawal } from './withdrawal.repository.ts';

type ReviewCommand = StaffInput & { id: bigint };

/** The use cases without HTTP and without a terminal, for the demo. Nothing of its history waits at the signer. */
export function staffActions(given: SubmitPorts & ReviewDeps) {
  const deps = { ...given, endPayment: null };
  return {
    /** Without the question whether its network is open. */
    readDestination: async (destination: Destination) => ({
      ...(await checkDestination(deps, destination)),
      isOffered: true,
    }),
    /** As a customer without holds. */
    submitTrusted: (dbTx: Transaction, submission: Submission) => submit(dbTx, { ...deps, holdHours: 0 }, submission),
    cancel: (dbTx: Transaction, input: { customerId: bigint; id: bigint; now: Date }) =>
      cancelUnshown(dbTx, deps, input),
    propose: (command: ReviewCommand) => propose(deps, command),
    approve: (command: ReviewCommand) => approve(deps, command),
    reject: (command: ReviewCommand) => reject(deps, command),
    offset: (command: ReviewCommand & { to: OffsetTarget; cause?: OffsetCause }) => offset(deps, command),
    find: (db: Queryable, customerId: bigint, id: bigint) => readWithdrawal(db, customerId, id),
    async addAddress(
      dbTx: Transaction,
      customerId: bigint,
      { network, address: typed, label }: { network: NetworkName; address: string; label: string },
      addedAt: Date,
    ): Promise<void> {
      const check = await deps.checkAddress(network, typed);
      if (!check.valid) throw new Error(`${typed} is not an address of ${network}: ${check.reason}`);
      const { address, key: addressKey } = check;
      await addAddress(dbTx, customerId, { network, address, addressKey, label, addedAt });
    },
  };
}
