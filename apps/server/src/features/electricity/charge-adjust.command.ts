import { type Coin, coins, formatAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import type { CommandContext, CommandInput, Confirmation } from '../../platform/commands/command.ts';
import { amount, choice, date, id, key, optional, text, UsageError } from '../../platform/commands/option.ts';
import { missingOption, month } from '../../platform/commands/option-words.zh.ts';
import { keyOf, readSignedAmount } from '../../platform/commands/readers.ts';
import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import { inClauses, type Sentence } from '../../platform/sentence.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { type Described, type ProposableCommand, proposableCommand } from '../../platform/staff/proposable-command.ts';
import { keyUsedOtherwise, noMachine } from '../../platform/staff/refusals.zh.ts';
import {
  type Adjusted,
  type AdjustRequest,
  type AdjustResult,
  adjustCharge,
  previewAdjustment,
} from './adjust-charge.ts';
import { debitLimits } from './adjust-effect.ts';
import {
  type AdjustHostingRequest,
  type AdjustHostingResult,
  adjustHosting,
  previewHosting,
} from './adjust-hosting.ts';
import type { NoticePort } from './notify-owed.ts';
import type { PayOwedPorts } from './pay-owed.ts';
import * as say from './sentences.zh.ts';

type AdjustCommandPorts = PayOwedPorts & NoticePort & StaffPorts & ProposalPorts;

const options = {
  id: id('the machine'),
  kind: choice(['output', 'electricity', 'hosting'], 'what was wrong'),
  date: optional(date('the closed day of an output or of electricity')),
  month: optional(
    text({
      placeholder: 'YYYY-MM',
      summary: 'the month of hosting',
      longest: 7,
      pattern: /^\d{4}-(0[1-9]|1[0-2])$/,
      expected: month,
    }),
  ),
  customer: optional(id('whose hosting, when the machine changed hands in the month')),
  coin: optional(choice(coins, 'the coin'), 'BTC for output, else USDT'),
  amount: amount('above zero credits the customer, below zero debits'),
  key: key(),
};
type Given = CommandInput<typeof options>;

/** The same correction on the same day is one; `--key` tells two equal ones apart. */
export function chargeAdjustCommand(database: Database, ports: AdjustCommandPorts): ProposableCommand {
  const describe = async (given: Given, { clock }: CommandContext): Promise<Described> => {
    const read = readCorrection(given, { reason: reasonOf(given), now: clock.now() });
    if ('refused' in read) return read;
    const result =
      read.kind === 'hosting'
        ? await previewHosting(database, ports, read.correction)
        : await previewAdjustment(database, ports, read.correction);
    if (result.outcome === 'adjusted') return { summary: inClauses([read.what, say.effect(result)]) };
    if (result.outcome === 'already-adjusted') return { refused: say.already(read.what) };
    return { refused: refusalOf(result, read) };
  };
  return proposableCommand('charge:adjust', ports, moneyRoles, {
    group: 'Money',
    summary: 'Corrects output or electricity of a closed day, or hosting of a month, today',
    options,
    example:
      '--id 7 --date 2026-11-20 --kind output --amount 0.00001 --by finance --approved-by approver --reason "was down"',
    effects: 'irreversible',
    confirm: (given, context) => confirmation(given, () => describe(given, context)),
    describe,
    async run(given, { authority, reason, now }) {
      const read = readCorrection(given, { reason, now });
      if ('refused' in read) return read;
      const result =
        read.kind === 'hosting'
          ? await adjustHosting(database, ports, { ...read.correction, authority })
          : await adjustCharge(database, ports, { ...read.correction, authority });
      const { what, correction } = read;
      if (result.outcome === 'adjusted') return { done: say.adjusted(what, say.effect(result), correction.key) };
      if (result.outcome === 'already-adjusted') {
        const already = say.alreadyWithKey(what, correction.key);
        // A proposal that did nothing does not count as approved.
        return authority.proposalId === undefined ? { done: already } : { refused: already };
      }
      return { refused: refusalOf(result, read) };
    },
  });
}

/** Of the command line; `describe` of a proposal reads it beside the options. */
const reasonOf = (given: object) => ('reason' in given ? String(given.reason).trim() : '');

/** Shown at the terminal before two people act at once; a proposal is confirmed by `approve`. */
async function confirmation(given: object, describe: () => Promise<Described>): Promise<Confirmation | null> {
  if (!('approved-by' in given) || given['approved-by'] === undefined) return null;
  const described = await describe();
  if ('refused' in described) return null;
  return {
    preview: described.summary.en.split('; '),
    question: 'The customer’s accounts change at once. Type yes to continue: ',
    isConfirmedBy: (answer) => answer === 'yes',
  };
}

type Read = { what: Sentence; coin: Coin; machine: string } & (
  | { kind: 'hosting'; correction: Omit<AdjustHostingRequest, 'authority'> }
  | { kind: Adjusted; correction: Omit<AdjustRequest, 'authority'> }
);

function readCorrection(given: Given, { reason, now }: { reason: string; now: Date }): Read | { refused: Sentence } {
  const { kind } = given;
  const machineId = rowId(given.id);
  if (machineId === null) return { refused: noMachine(given.id) };
  const coin = coinOf(kind, given.coin);
  const units = readSignedAmount(given.amount, coin);
  if (kind !== 'output' && units < 0n && coin !== 'USDT') throw new UsageError(say.chargedInUsdt);
  const by = `${formatAmount(units, coin)} ${coin}`;
  const keyFor = (correction: object) => given.key ?? keyOf({ ...correction, reason, day: businessDate(now) });
  const shared = { coin, machine: given.id };
  if (kind === 'hosting') {
    if (given.month === undefined) throw new UsageError(missingOption('month'));
    const customerId = given.customer === undefined ? null : rowId(given.customer);
    const hosting = { machineId, month: `${given.month}-01`, customerId, coin, amount: units };
    const what = say.corrected(kind, given.id, given.month, by);
    return { ...shared, kind, what, correction: { key: keyFor(hosting), ...hosting, reason, now } };
  }
  if (given.date === undefined) throw new UsageError(missingOption('date'));
  const correction = { machineId, aboutDate: given.date, adjusted: kind, coin, amount: units };
  const what = say.corrected(kind, given.id, given.date, by);
  return { ...shared, kind, what, correction: { key: keyFor(correction), ...correction, reason, now } };
}

type Refused = Exclude<AdjustResult | AdjustHostingResult, { outcome: 'adjusted' | 'already-adjusted' }>;

function refusalOf(result: Refused, { kind, coin, machine, correction }: Read): Sentence {
  const period = kind === 'hosting' ? 'month' : 'day';
  const dated = 'aboutDate' in correction ? correction.aboutDate : correction.month;
  const textOf = (units: bigint) => `${formatAmount(units, coin)} ${coin}`;
  switch (result.outcome) {
    case 'more-than-bound':
      return say.debitBound(result, { ...debitLimits, period });
    case 'more-than-charged':
      return say.moreThanCharged(kind, textOf(result.atMost));
    case 'more-than-mined':
      return say.moreThanMined(machine, textOf(result.atMost), dated);
    case 'more-than-revenue':
      return say.moreThanRevenue(kind, textOf(result.left));
    case 'several-customers':
      return say.severalCustomers(result.customers);
    case 'not-charged':
      return say.notCharged;
    case 'unknown-machine':
      return noMachine(machine);
    case 'customer-left':
      return say.customerLeft;
    case 'day-not-closed':
      return say.dayOpen(dated);
    case 'day-elsewhere':
      return say.dayElsewhere(dated, result.month);
    case 'price-missing':
      return say.priceMissing(coin, dated);
    case 'key-used-otherwise':
      return keyUsedOtherwise(correction.key);
  }
}

function coinOf(adjusted: Adjusted | 'hosting', given: Coin | undefined): Coin {
  const coin = given ?? (adjusted === 'output' ? 'BTC' : 'USDT');
  if (adjusted === 'output' && coin === 'USDT') {
    throw new UsageError(say.minedCoinOnly);
  }
  return coin;
}
