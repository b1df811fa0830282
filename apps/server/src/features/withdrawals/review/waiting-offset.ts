import type { Transaction } from '../../../platform/db/database.ts';
import type { WaitingProposalPort } from '../../../platform/staff/authority.ts';
import type { Withdrawal } from '../withdrawal.repository.ts';

/** The proposal to offset it that waits; until the transaction ends none is stored. */
export const findOffset = ({ findWaiting }: WaitingProposalPort, dbTx: Transaction, { id }: Pick<Withdrawal, 'id'>) =>
  findWaiting(dbTx, { action: 'withdrawal:offset', option: 'id', value: String(id) });

/** The same of a withdrawal `w`, in SQL. */
export const offsetWaits = `exists (select from staff_proposal p
       where p.outcome is null and p.action = 'withdrawal:offset' and p.input ->> 'id' = w.id::text)`;
