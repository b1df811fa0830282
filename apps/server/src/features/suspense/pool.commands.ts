import { formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import { type Command, defineCommand, type Fields } from '../../platform/commands/command.ts';
import { amount, choice, date, id, optional, text, UsageError } from '../../platform/commands/option.ts';
import { anyText } from '../../platform/commands/option-words.zh.ts';
import { readAmount } from '../../platform/commands/readers.ts';
import { rowId } from '../../platform/http/page.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { proposableCommand } from '../../platform/staff/proposable-command.ts';
import { correctionsOf, describeExpected, expectedOf, readUnpaidDays, type UnpaidDay } from './expected-of-pool.ts';
import { type PoolPaymentDeps, type PoolPaymentInput, planPoolPayment, recordPoolPayment } from './pool-payment.ts';
import { poolCoins, readPoolPayments } from './pool-payments.store.ts';
import { aTransaction, oneSource } from './pool-sentences.zh.ts';
import { noArrival } from './sentences.zh.ts';

const group = 'Money';
/** Of days and of payments; the list says when it is cut. */
const listedAtMost = 400;

export const varianceOption = text({
  placeholder: 'TEXT',
  summary: 'why the pool paid more or less than the outputs; needed when it did',
  longest: 500,
  pattern: /^(?=.*\S)\P{Cc}+$/u,
  expected: anyText,
});

interface Given {
  coin: PoolPaymentInput['coin'];
  from: string;
  to: string;
  arrival?: string | undefined;
  txid?: string | undefined;
  amount?: string | undefined;
  variance?: string | undefined;
}

function readPayment(given: Given): PoolPaymentInput | { refused: Sentence } {
  const { coin, from, to } = given;
  const sources = [given.arrival, given.txid, given.amount].filter((one) => one !== undefined);
  if (sources.length !== 1) throw new UsageError(oneSource);
  const shared = { coin, from, to, variance: given.variance?.trim() ?? null };
  if (given.amount !== undefined) return { ...shared, source: { byHand: readPaid(given.amount, coin) } };
  if (given.txid !== undefined) return { ...shared, source: { txid: given.txid } };
  const arrivalId = rowId(given.arrival ?? '');
  return arrivalId === null ? { refused: noArrival(given.arrival) } : { ...shared, source: { arrivalId } };
}

/** A pool may pay nothing for a period: the whole of it is variance. */
const readPaid = (text: string, coin: PoolPaymentInput['coin']): bigint =>
  /^0+(\.0+)?$/.test(text) ? 0n : readAmount(text, coin);

export function poolPaymentCommand(deps: PoolPaymentDeps & StaffPorts & ProposalPorts): Command {
  return proposableCommand('pool:payment', deps, moneyRoles, {
    group,
    summary: 'Matches what a pool paid to the mining days that it is for',
    options: {
      coin: choice(poolCoins, 'the coin'),
      from: date('first mining day of the period'),
      to: date('its last one'),
      arrival: optional(id('the arrival in SUSPENSE that paid it')),
      txid: optional(
        text({
          placeholder: 'TXID',
          summary: 'the transaction of that arrival, instead of its id',
          longest: 66,
          pattern: /^(0x)?[0-9a-fA-F]{64}$/,
          expected: aTransaction,
        }),
      ),
      amount: optional(
        amount(
          'how much was taken by hand, where the pool does not pay to the pool’s address; 0: the pool pays nothing',
        ),
      ),
      variance: optional(varianceOption),
    },
    example:
      '--coin BTC --from 2026-11-01 --to 2026-11-07 --arrival 12 --by finance --approved-by approver --reason "statement 45"',
    effects: 'irreversible',
    async describe(given) {
      const input = readPayment(given);
      if ('refused' in input) return input;
      return deps.database.transaction((dbTx) => planPoolPayment(dbTx, deps, input));
    },
    async run(given, staffInput) {
      const input = readPayment(given);
      return 'refused' in input ? input : recordPoolPayment(deps, input, staffInput);
    },
  });
}

export function poolListCommand({ database }: Pick<PoolPaymentDeps, 'database'>): Command {
  return defineCommand({
    group,
    summary: 'Lists closed mining days that no pool has paid, and what pools paid',
    options: {},
    example: '',
    effects: 'reads',
    fields: {
      kind: 'unpaid-day or payment',
      coin: 'BTC, ETH or DOGE',
      date: 'of unpaid-day: the mining day; null: corrections of paid days, counted with the next closed day',
      ageDays: 'of unpaid-day: days since then',
      expected: 'the outputs with the corrections',
      outputs: 'net outputs of the days',
      corrections: 'corrections of outputs, of these days or of days that were paid before',
      correctedDays: 'of unpaid-day: the days that the corrections are of',
      id: 'of payment',
      from: 'of payment: the first mining day',
      to: 'of payment: the last mining day',
      paid: 'of payment',
      difference: 'of payment: paid more (or less) than expected',
      variance: 'of payment: why it differs',
      arrival: 'of payment: the arrival that paid it, null by hand',
      undone: 'of payment: whether it was taken back',
    },
    async run(_input, { print, clock }) {
      const today = businessDate(clock.now());
      const unpaid = await readUnpaidDays(database);
      for (const day of unpaid.slice(0, listedAtMost)) {
        const { text: line, fields } = describeUnpaid(day, today);
        print(line, fields);
      }
      if (unpaid.length > listedAtMost) print(`more than ${listedAtMost} days are unpaid`, {});
      for (const row of await readPoolPayments(database, listedAtMost)) {
        const { id: payment, coin, from, to, arrivalId, varianceReason, isUndone } = row;
        const [paid, expected] = [formatAmount(row.paid, coin), formatAmount(row.expected, coin)];
        const corrections = formatAmount(row.corrections, coin);
        const outputs = formatAmount(row.expected - row.corrections, coin);
        const parts = row.corrections === 0n ? '' : ` (outputs ${outputs}, corrections ${corrections})`;
        const difference = formatAmount(row.paid - row.expected, coin);
        const arrival = arrivalId === null ? null : String(arrivalId);
        const why = varianceReason === null ? '' : ` (${varianceReason})`;
        const by = arrival === null ? 'by hand' : `by arrival ${arrival}`;
        print(
          `paid ${coin} ${from} to ${to} expected ${expected}${parts} paid ${paid} difference ${difference}${why}, ${by}, payment ${payment}${isUndone ? ', undone' : ''}`,
          {
            kind: 'payment',
            id: String(payment),
            coin,
            from,
            to,
            expected,
            outputs,
            corrections,
            paid,
            difference,
            variance: varianceReason,
            arrival,
            undone: isUndone,
          },
        );
      }
      return 0;
    },
  });
}

function describeUnpaid(day: UnpaidDay, today: string): { text: string; fields: Fields } {
  const { coin, date: minedOn, outputs, corrections } = day;
  const ageDays = minedOn === null ? null : Math.round((Date.parse(today) - Date.parse(minedOn)) / 86_400_000);
  const named = describeExpected(day, coin).en;
  return {
    text:
      minedOn === null
        ? `unpaid ${coin} with the next closed day expected ${named}`
        : `unpaid ${coin} ${minedOn} expected ${named}, ${ageDays} days ago`,
    fields: {
      kind: 'unpaid-day',
      coin,
      date: minedOn,
      ageDays,
      expected: formatAmount(expectedOf(day), coin),
      outputs: formatAmount(outputs, coin),
      corrections: formatAmount(correctionsOf(day), coin),
      correctedDays: [...new Set(corrections.map((one) => one.day))].sort().join(' '),
    },
  };
}
