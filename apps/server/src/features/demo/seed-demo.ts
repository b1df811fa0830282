import { addDays, startOfMiningDay } from '../../platform/clock/clock.ts';
import { demoContent } from './demo-content.ts';
import { demoMachineLines, demoMachines, demoMaintenance } from './demo-machines.ts';
import { type DemoCustomer, demoCustomers, demoPasswords, demoStaff } from './demo-people.ts';
import type { DemoPorts } from './demo-ports.ts';
import { demoFund, demoSavings } from './demo-savings.ts';
import { demoThreads } from './demo-support.ts';
import { demoBook, demoDenied, demoDestinations, pastWithdrawals } from './demo-withdrawals.ts';

const hour = 3_600_000;
/** The demo's history: as many days as there are real ones to repeat. */
const demoDays = 33;
/** Mining day D is closed at 06:00 UTC of D+1. */
const closeHour = 6;
/** A business day ends at 16:00 UTC, and is closed ten minutes later. */
const coinUpCloseHour = 16 + 1 / 6;
/** After the close of the morning, in whose order transfers are posted: a list is ordered by them and shows their times. */
const depositHour = 7;
/** Four in the afternoon in Shanghai. */
const savingHour = 8;
/** Half past four; the review is an hour later. */
const withdrawHour = 8.5;

/** The staff whose names stand in the README. */
export function seedStaff(ports: DemoPorts, now: Date): Promise<void> {
  return ports.addStaff(
    demoStaff.map((member) => ({ ...member, password: demoPasswords.staff })),
    now,
  );
}

/** Savings are open from the start, with something in the fund, in the empty demo too. */
export function openCoinUp(ports: DemoPorts, now: Date): Promise<void> {
  return ports.openCoinUp(demoFund, now);
}

/** Where the demo's history begins: as many days back as there are real ones, up to the newest day whose close is due. */
export function firstDemoDay(now: Date): string {
  return addDays(lastClosableDay(now), 1 - demoDays);
}

/**
 * Lives 33 days through: people and machines first, then day by day what staff did and the real close of the day, each at
 * the time at which it would have happened. Nothing is inserted that a day close would compute. A seeding that was killed
 * half-way goes on where it was.
 */
export async function seedDemo(ports: DemoPorts, firstDay: string): Promise<void> {
  const timeOf = (day: number, hours: number) =>
    new Date(startOfMiningDay(addDays(firstDay, day)).getTime() + hours * hour);
  const opening = timeOf(-1, 8);

  for (const customer of demoCustomers) await addCustomer(ports, customer, opening);
  await openCoinUp(ports, opening);
  await takeDeposits(ports, 0, opening);
  await writeAddresses(ports, opening);
  await ports.importMachines(demoMachineLines(timeOf), timeOf(0, 0));

  for (let day = 0; day < demoDays; day++) {
    const date = addDays(firstDay, day);
    if (await ports.isClosed(date)) continue;
    if (day > 0) await takeDeposits(ports, day, timeOf(day, depositHour));
    await makeMoves(ports, day, timeOf);
    if (!(await ports.isCoinUpClosed(date))) {
      await saveOrTakeOut(ports, day, timeOf(day, savingHour));
      await withdraw(ports, day, timeOf(day, withdrawHour));
      await ports.closeCoinUpDay(date, timeOf(day, coinUpCloseHour));
    }
    await ports.closeMiningDay(date, timeOf(day + 1, closeHour));
  }
  await saveOrTakeOut(ports, demoDays, timeOf(demoDays, closeHour));
  for (const content of demoContent) await ports.publishContent(content, timeOf(demoDays - 3, savingHour));
  await withdraw(ports, demoDays, timeOf(demoDays, closeHour));
  await ports.announceMaintenance(demoMaintenance(addDays(firstDay, demoDays + 2)), timeOf(demoDays - 1, savingHour));
  await ports.publishSupport(opening);
  for (const [n, thread] of demoThreads.entries())
    await ports.askSupport({ ...thread, key: `demo ${n}` }, timeOf(demoDays - thread.daysAgo, savingHour));
  await ports.readMessages();
}

/** The newest mining day whose close is due. */
function lastClosableDay(now: Date): string {
  return addDays(new Date(now.getTime() - closeHour * hour).toISOString().slice(0, 10), -1);
}

async function addCustomer(ports: DemoPorts, customer: DemoCustomer, now: Date): Promise<void> {
  const { account, nickname, tags, payMode, openingCredit } = customer;
  await ports.addCustomer(
    { account, nickname, tags, payMode, password: demoPasswords.customer, fundsPassword: demoPasswords.funds },
    now,
  );
  if (openingCredit) await ports.giveOpeningCredit({ account, usdt: openingCredit, reason: '开户赠送电费' }, now);
}

async function takeDeposits(ports: DemoPorts, day: number, now: Date): Promise<void> {
  for (const { account, deposits } of demoCustomers) {
    for (const deposit of deposits.filter(({ beforeDay }) => beforeDay === day)) {
      await ports.takeDeposit({ account, coin: 'USDT', amount: deposit.usdt, reason: deposit.reason }, now);
    }
  }
  for (const { account, deposits } of demoSavings) {
    for (const { coin, amount, reason } of deposits.filter(({ beforeDay }) => beforeDay === day)) {
      await ports.takeDeposit({ account, coin, amount, reason }, now);
    }
  }
}

async function saveOrTakeOut(ports: DemoPorts, day: number, now: Date): Promise<void> {
  for (const { account, orders } of demoSavings) {
    for (const order of orders.filter(({ onDay }) => onDay === day)) {
      const key = `demo ${order.onDay} ${order.call} ${order.coin}`;
      await ports.saveOrTakeOut({ ...order, account, key }, now);
    }
  }
}

/** Known long before anything is sent there. */
async function writeAddresses(ports: DemoPorts, now: Date): Promise<void> {
  await ports.denyAddress(demoDenied, now);
  for (const account of new Set(pastWithdrawals.map((one) => one.account))) {
    for (const entry of demoBook) await ports.knowAddress({ account, ...entry }, now);
  }
}

async function withdraw(ports: DemoPorts, day: number, asked: Date): Promise<void> {
  const ended = new Date(asked.getTime() + hour);
  for (const input of pastWithdrawals.filter(({ onDay }) => onDay === day)) {
    await ports.withdraw({ ...input, addressKey: demoDestinations[input.to] }, { asked, ended });
  }
}

async function makeMoves(ports: DemoPorts, day: number, timeOf: (day: number, hour: number) => Date): Promise<void> {
  for (const { machineNo, moves = [] } of demoMachines) {
    for (const move of moves.filter(({ onDay }) => onDay === day)) {
      await ports.moveMachine({ machineNo, to: move.to, reason: move.reason }, timeOf(day, move.hour));
    }
  }
}
