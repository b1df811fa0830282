import { withdrawalLooks } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import type { RecordNotes } from '../../components/ledger-list.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { endsOf } from '../../lib/chain-figures.ts';
import { displayOf } from '../../lib/withdrawal-display.ts';
import { withdrawRecordMessages as messages } from '../../locales/zh/withdraw.ts';
import type { BillRecord } from './bill-link.ts';

/** As many as one answer holds: a movement of an older withdrawal stands without them. */
const newest = 100;

/** Where each withdrawal among the movements goes, and how far it is. */
export function useWithdrawalNotes(records: readonly BillRecord[]): (record: BillRecord) => RecordNotes | null {
  const isAsked = records.some(({ withdrawalId }) => withdrawalId !== null);
  const list = useQuery({ ...callQuery('withdrawPage', { size: newest }), enabled: isAsked });
  const byId = new Map(list.data?.records.map((withdrawal) => [withdrawal.id, withdrawal]));
  return ({ type, withdrawalId }) => {
    const withdrawal = withdrawalId === null ? undefined : byId.get(withdrawalId);
    if (withdrawal === undefined) return null;
    const display = displayOf(withdrawal);
    // What is under way and what failed stand out among what is done.
    const isDone = display === 'SUCCESS';
    return {
      detail: endsOf(withdrawal.address, 4),
      // What comes back is no state of its own.
      state:
        type === 'WITHDRAW'
          ? { text: messages.displays[display], ...(isDone ? {} : { tone: withdrawalLooks[display].tone }) }
          : null,
    };
  };
}
