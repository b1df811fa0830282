import { Readable } from 'node:stream';
import type { ConsoleData } from '@lode/contract/console';
import type { Queryable } from '../../../platform/db/database.ts';
import { answerOf, refusedWith } from '../../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { inputOf } from '../../../platform/http/console/staff-call.ts';
import { FileAnswer } from '../../../platform/http/file-response.ts';
import { rowId } from '../../../platform/http/page.ts';
import { notFound, type Refusal } from '../../../platform/http/refusal.ts';
import type { ConsoleResult } from '../../../platform/staff/staff-command.ts';
import type { Withdrawal } from '../payout-ports.ts';
import { readExports } from '../recovery/exported-payment.repository.ts';
import { exportRequest, importResponse, type OfflineDeps, takeOffline } from '../recovery/offline-signing.ts';
import { readPending, whyNotOffline } from '../recovery/pending-request.ts';
import { noWithdrawal } from '../recovery/sentences.zh.ts';
import { readChannel } from '../sign/signing-channel.repository.ts';
import { readExportedFiles, readTakenOffline } from './offline-signing.repository.ts';

type OfflineCall = 'offlineSigning' | 'takeOffline' | 'exportSigningRequest' | 'importSigningResponse';
type Offline = NonNullable<ConsoleData<'offlineSigning'>['offline']>;

/** Signing by files in the browser of who carries them: each call is the use case of its command. */
export function offlineSigningConsole(
  deps: OfflineDeps,
  { staffReads }: { staffReads: Queryable },
): ConsolePart<OfflineCall> {
  const find = (given: string) => {
    const id = rowId(given);
    return id === null ? null : deps.withdrawals.find(staffReads, id);
  };
  return {
    async offlineSigning(_context, { id }) {
      const withdrawal = await find(id);
      if (withdrawal === null) return notFound();
      const isFree = (await readChannel(staffReads, withdrawal.id)) === null;
      return {
        canTakeOffline: isFree && (await whyNotOffline(staffReads, deps, withdrawal)) === null,
        offline: isFree ? null : await offlineView(staffReads, deps, withdrawal),
      };
    },
    takeOffline: (context, { id, reason }) =>
      withId(id, (withdrawalId) => takeOffline(deps, { ...inputOf(context, reason), id: withdrawalId })),
    async exportSigningRequest(context, { id, reason }) {
      const withdrawal = await find(id);
      if (withdrawal === null) return refusedWith(noWithdrawal(id));
      let content = '';
      const result = await exportRequest(deps, { ...inputOf(context, reason), id: withdrawal.id }, async (text) => {
        content = text;
      });
      if ('refused' in result) return refusedWith(result.refused);
      // It is typed at the signer's own machine: no other signs than those of a number.
      const name = `request-${withdrawal.number}.txt`;
      const type = 'text/plain; charset=utf-8';
      return new FileAnswer({ type, name, plainName: name, records: null, stream: Readable.from([content]) });
    },
    importSigningResponse: (context, { id, text, reason }) =>
      withId(id, (withdrawalId) => importResponse(deps, { ...inputOf(context, reason), id: withdrawalId }, text)),
  };
}

async function withId(given: string, act: (id: bigint) => Promise<ConsoleResult>): Promise<null | Refusal> {
  const id = rowId(given);
  return answerOf(id === null ? { refused: noWithdrawal(given) } : await act(id));
}

async function offlineView(db: Queryable, deps: OfflineDeps, withdrawal: Withdrawal): Promise<Offline | null> {
  const taken = await readTakenOffline(db, withdrawal.id);
  const pending = await readPending(db, deps, withdrawal);
  // Given back in between.
  if (taken === null || ('wait' in pending && pending.wait === null)) return null;
  const files = await readExportedFiles(db, withdrawal.id);
  return {
    since: taken.since.toISOString(),
    by: taken.by,
    reason: taken.reason,
    ...(await stateOf(db, withdrawal.id, pending)),
    files: files.map(({ txid, at, by }) => ({ txid, at: at.toISOString(), by })),
  };
}

async function stateOf(
  db: Queryable,
  id: bigint,
  pending: Awaited<ReturnType<typeof readPending>>,
): Promise<Pick<Offline, 'state' | 'obstacle'>> {
  if ('why' in pending)
    return { state: pending.wait ?? 'OVER', obstacle: pending.wait === 'STOPPED' ? pending.why.zh : null };
  const { payload } = pending.payment.unsigned;
  const hasLeft = (await readExports(db, id)).some(({ unsigned }) => unsigned.payload === payload);
  return { state: hasLeft ? 'SIGNATURE' : 'REQUEST', obstacle: null };
}
