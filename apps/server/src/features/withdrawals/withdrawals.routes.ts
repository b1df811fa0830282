import type { Data } from '@lode/contract';
import type { Database, DbTx } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { encodeCursor, pageOf, pageRequest, rowId } from '../../platform/http/page.ts';
import { isRefusal } from '../../platform/http/refusal.ts';
import type { RunMoneyCall } from '../../platform/money-call/money-call.ts';
import { addToBook, type BookPorts, checkAddress, listAddresses, removeFromBook } from './address-book.ts';
import { type ApplyPorts, apply } from './apply.ts';
import { cancel } from './cancel.ts';
import { readTempo } from './expected-time.ts';
import { type FormTermsPorts, formTerms } from './form-terms.ts';
import { readHoldFacts } from './hold-facts.store.ts';
import { holdOf } from './holds.ts';
import type { CreditPorts } from './ports.ts';
import { type AnswerFacts, withdrawalAnswer } from './withdrawal-answer.ts';
import { displayOf } from './withdrawal-state.ts';
import { readWithdrawal, readWithdrawals, type WithdrawalRow } from './withdrawals.store.ts';

export interface WithdrawalRouteDeps extends BookPorts, ApplyPorts, FormTermsPorts, CreditPorts {
  database: Database;
  runMoneyCall: RunMoneyCall;
}

export function withdrawalRoutes(deps: WithdrawalRouteDeps) {
  const { database } = deps;

  async function answerFacts(dbTx: DbTx): Promise<AnswerFacts> {
    const { needed } = deps;
    return { needed: { BTC: needed('BITCOIN'), USDT: needed('ERC20') }, tempo: await readTempo(dbTx, needed) };
  }

  async function answerOf(dbTx: DbTx, customerId: bigint, id: bigint): Promise<Data<'withdrawApply'>> {
    const row = await readWithdrawal(dbTx, customerId, id);
    if (row === null) throw new Error(`the withdrawal ${id} that was just written is not there`);
    return withdrawalAnswer(row, await answerFacts(dbTx));
  }

  return {
    withdrawTerms: (context, input) => formTerms(deps, context, input),
    withdrawCheckAddress: (context, input) => checkAddress(deps, context, input),

    async withdrawCheckDevice({ session: { customerId }, deviceId, now }) {
      const facts = await readHoldFacts(database, { customerId, deviceId, now });
      const hold = holdOf(facts, { hours: deps.holdHours, now });
      if (hold === null) return { allowed: true, reason: null, until: null };
      return { allowed: false, reason: hold.reason, until: hold.until?.toISOString() ?? null };
    },

    withdrawApply: (context, { coin, network, address, amount, password, passwordToken, code, confirm = false }) =>
      deps.runMoneyCall(context, {
        call: 'withdrawApply',
        purpose: 'WITHDRAW',
        secret: { password, passwordToken },
        oneTimeCode: { scene: 'WITHDRAW', code },
        business: { coin, network, address, amount },
        async act(dbTx, key) {
          const { now, deviceId, session } = context;
          const { customerId } = session;
          const wish = { customerId, deviceId, coin, network, address, amount, confirm, key, now };
          const id = await apply(dbTx, deps, wish);
          return isRefusal(id) ? id : answerOf(dbTx, customerId, id);
        },
      }),

    async withdrawPage({ session: { customerId } }, input) {
      const wish = pageRequest(input, ['integer']);
      if (isRefusal(wish)) return wish;
      const { size, current, limit, offset, after } = wish;
      const rows = await rowsOf(customerId, input.id, {
        coin: input.coin,
        status: input.status,
        display: input.display,
        before: after?.[0] ?? null,
        limit,
        offset,
      });
      const page = pageOf(rows, size, current, ({ id }) => encodeCursor([id]));
      const facts = await answerFacts(database);
      return { ...page, records: page.records.map((row) => withdrawalAnswer(row, facts)) };
    },

    withdrawCancel: (context, { id }) => cancel({ ...deps, answerOf }, context, id),
    withdrawAddressList: (context) => listAddresses(deps, context),
    withdrawAddressAdd: (context, input) => addToBook(deps, context, input),
    withdrawAddressRemove: (context, input) => removeFromBook(deps, context, input),
  } satisfies Handlers;

  /** All that fit, or the one of an id: of another customer's nothing. */
  async function rowsOf(
    customerId: bigint,
    id: string | undefined,
    place: Parameters<typeof readWithdrawals>[2],
  ): Promise<WithdrawalRow[]> {
    if (id === undefined) return readWithdrawals(database, customerId, place);
    const row = rowId(id);
    const found = row === null ? null : await readWithdrawal(database, customerId, row);
    const fits =
      found !== null &&
      (place.coin === undefined || found.coin === place.coin) &&
      (place.status === undefined || found.status === place.status) &&
      (place.display === undefined || displayOf(found) === place.display);
    return fits ? [found] : [];
  }
}
