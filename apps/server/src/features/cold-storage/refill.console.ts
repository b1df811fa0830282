import { Readable } from 'node:stream';
import { formatAmount } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import { refusedWith } from '../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { inputOf } from '../../platform/http/console/staff-call.ts';
import { FileAnswer } from '../../platform/http/file-response.ts';
import { rowId } from '../../platform/http/page.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import type { ConsoleResult } from '../../platform/staff/staff-command.ts';
import { readShownRefill } from './refill.repository.ts';
import { cancelRefill, exportRefill, type RefillDeps, submitRefill } from './refill.ts';
import { noneUnderWay } from './sentences.zh.ts';
import { nameOf } from './transfer.repository.ts';

type RefillCall = 'coldRefill' | 'exportColdRefill' | 'submitColdRefill' | 'cancelColdRefill';

/** The refill that is under way, in the browser of who carries its files: each call is the use case of its command. */
export function refillConsole(deps: RefillDeps, staffReads: Queryable): ConsolePart<RefillCall> {
  return {
    async coldRefill() {
      const found = await readShownRefill(staffReads);
      if (found === null) return null;
      const { id, amount, wallet, txid, inputs, begunAt, signedAt, addedBy, approvedBy } = found;
      return {
        id: String(id),
        amount: formatAmount(amount, 'BTC'),
        wallet,
        people: [addedBy, approvedBy],
        txid: txid ?? '',
        inputs,
        begunAt: begunAt.toISOString(),
        signedAt: signedAt?.toISOString() ?? null,
      };
    },
    async exportColdRefill(context, { id: given, reason }) {
      const id = rowId(given);
      if (id === null) return refusedWith(noneUnderWay);
      let content = '';
      const write = async (text: string) => {
        content = text;
      };
      const result = await exportRefill(deps, inputOf(context, reason), write, id);
      if ('refused' in result) return refusedWith(result.refused);
      const name = `${nameOf({ id }).replace(':', '-')}.psbt`;
      const type = 'text/plain; charset=utf-8';
      return new FileAnswer({ type, name, plainName: name, records: null, stream: Readable.from([content]) });
    },
    submitColdRefill: (context, { id, files, reason }) =>
      withId(id, (transferId) => submitRefill(deps, files, inputOf(context, reason), transferId)),
    cancelColdRefill: (context, { id, reason }) =>
      withId(id, (transferId) => cancelRefill(deps, inputOf(context, reason), transferId)),
  };
}

async function withId(
  given: string,
  act: (id: bigint) => Promise<ConsoleResult>,
): Promise<{ summary: string } | Refusal> {
  const id = rowId(given);
  const result = id === null ? { refused: noneUnderWay } : await act(id);
  return 'done' in result ? { summary: result.done.zh } : refusedWith(result.refused);
}
