import type { Transaction } from '../../../platform/db/database.ts';
import type { Changed, ChangedWithAhead } from './money-effect.ts';
import { type DayTerms, readDaysAhead, readTermsOnDays } from './terms.store.ts';

/** A new owner, or one whose machine moves, had no notice of what stands for later days: prices of the site, later versions. */
export async function withAhead(
  dbTx: Transaction,
  stored: readonly { machineId: bigint; from: string }[],
  changed: readonly Changed[],
): Promise<ChangedWithAhead[]> {
  const days = await readDaysAhead(
    dbTx,
    stored.filter((_, index) => isOtherPlace(changed[index] as Changed)),
  );
  const [first] = days.map(({ from }) => from).sort();
  const terms = first === undefined ? [] : await readTermsOnDays(dbTx, days, first);
  const byMachine = groupByMachine(terms);
  return changed.map((change) => ({
    ...change,
    ahead: isOtherPlace(change) ? stepsAfter(change.after, byMachine.get(change.after.machineNo) ?? []) : [],
  }));
}

const isOtherPlace = ({ before, after }: Changed) =>
  before.account !== after.account || before.site !== after.site || before.tariff !== after.tariff;

/** As long as the machine stays with its owner: the next one gets a notice of their own. */
function stepsAfter(first: DayTerms, later: readonly DayTerms[]): Changed[] {
  const steps: Changed[] = [];
  let before = first;
  for (const after of later) {
    if (after.day <= first.day) continue;
    if (after.account !== first.account) break;
    if (isOther(before, after)) steps.push({ before, after });
    before = after;
  }
  return steps;
}

function isOther({ day: _before, ...before }: DayTerms, { day: _after, ...after }: DayTerms): boolean {
  return JSON.stringify(Object.values(before).map(String)) !== JSON.stringify(Object.values(after).map(String));
}

export function groupByMachine(days: readonly DayTerms[]): Map<string, DayTerms[]> {
  const groups = new Map<string, DayTerms[]>();
  for (const terms of days) {
    const group = groups.get(terms.machineNo);
    if (group) group.push(terms);
    else groups.set(terms.machineNo, [terms]);
  }
  return groups;
}
