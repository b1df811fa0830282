import type { ConsoleData } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import type { DepositSettings } from '../deposit-settings.ts';
import type { CustomerSums, DepositFacts } from './deposit-facts.store.ts';

type Check = ConsoleData<'deposit'>['checks'][number];

export interface CheckFacts extends Pick<CustomerSums, 'small' | 'recent' | 'secondNodeWaits'> {
  settings: DepositSettings;
  /** Confirmations that the network asks for by itself. */
  usual: number;
  /** Whether the extended key gives the address its number; null while there is no node to derive with. */
  isDerived: boolean | null;
}

export function confirmationsOf({ height, newestHeight }: Pick<DepositFacts, 'height' | 'newestHeight'>): number {
  return height === null ? 0 : Math.max(0, newestHeight - height + 1);
}

/** What was checked of a deposit before it was credited, and what holds it up, as it comes out now. */
export function checksOf(deposit: DepositFacts, facts: CheckFacts): Check[] {
  return [
    addressCheck(facts),
    confirmationCheck(deposit, facts),
    secondNodeCheck(deposit, facts),
    minimumCheck(deposit, facts),
    chainCheck(deposit),
    removalCheck(deposit),
  ];
}

function addressCheck({ isDerived }: CheckFacts): Check {
  return { kind: 'ADDRESS', state: isDerived === null ? 'UNKNOWN' : isDerived ? 'OK' : 'BLOCKS', values: {} };
}

function confirmationCheck(deposit: DepositFacts, { usual }: CheckFacts): Check {
  const { needed } = deposit;
  const count = confirmationsOf(deposit);
  return { kind: 'CONFIRMATIONS', state: count >= needed ? 'OK' : 'WAIT', values: { count, needed, usual } };
}

/** Once it is credited the second node had it, or was not asked. */
function secondNodeCheck(
  { coin, creditedAt }: DepositFacts,
  { settings: { secondNodeFrom }, recent, secondNodeWaits }: CheckFacts,
): Check {
  if (secondNodeFrom === null) return { kind: 'SECOND_NODE', state: 'OK', values: {} };
  const limit = formatAmount(secondNodeFrom, coin);
  if (creditedAt !== null || recent < secondNodeFrom) return { kind: 'SECOND_NODE', state: 'OK', values: { limit } };
  const reason = secondNodeWaits === null ? {} : { reason: secondNodeWaits };
  const amount = formatAmount(recent, coin);
  return {
    kind: 'SECOND_NODE',
    state: secondNodeWaits === null ? 'WAIT' : 'LOOK',
    values: { limit, amount, ...reason },
  };
}

function minimumCheck({ coin, status, amount }: DepositFacts, { settings: { min }, small }: CheckFacts): Check {
  const isWaiting = status === 'BELOW_MINIMUM';
  const values = { amount: formatAmount(isWaiting ? small : amount, coin), limit: formatAmount(min, coin) };
  return { kind: 'MINIMUM', state: isWaiting ? 'WAIT' : 'OK', values };
}

function chainCheck({ stoppedBecause, newestHeight }: DepositFacts): Check {
  return stoppedBecause === null
    ? { kind: 'CHAIN', state: 'OK', values: { count: newestHeight } }
    : { kind: 'CHAIN', state: 'BLOCKS', values: { count: newestHeight, reason: stoppedBecause } };
}

function removalCheck({ removals, lacking, coin }: DepositFacts): Check {
  if (lacking > 0n)
    return { kind: 'REMOVAL', state: 'BLOCKS', values: { count: removals, amount: formatAmount(lacking, coin) } };
  return { kind: 'REMOVAL', state: removals > 0 ? 'LOOK' : 'OK', values: { count: removals } };
}
