import type { DemoContent } from './demo-content.ts';
import type { demoMachineLines } from './demo-machines.ts';
import type { DemoFund, DemoSavings } from './demo-savings.ts';
import type { PastWithdrawal } from './demo-withdrawals.ts';

/** What the demo asks of the other slices: their own use cases, at a time that is given. */
export interface DemoPorts {
  addStaff(
    staff: { name: string; role: 'SUPPORT' | 'FINANCE' | 'APPROVER' | 'ADMIN'; password: string },
    now: Date,
  ): Promise<void>;
  addCustomer(
    customer: {
      account: string;
      nickname: string;
      tags: string[];
      payMode: 'PREPAID_FIRST' | 'OUTPUT_FIRST';
      password: string;
      fundsPassword: string;
    },
    now: Date,
  ): Promise<void>;
  giveOpeningCredit(credit: { account: string; usdt: string; reason: string }, now: Date): Promise<void>;
  takeDeposit(
    deposit: { account: string; coin: 'BTC' | 'USDT'; amount: string; reason: string },
    now: Date,
  ): Promise<void>;
  /** Once, however often it is asked. */
  publishContent(content: DemoContent, now: Date): Promise<void>;
  /** Switches COIN UP on and pays into its fund. */
  openCoinUp(fund: DemoFund, now: Date): Promise<void>;
  /** Once per `key`, however often it is asked. */
  saveOrTakeOut(order: DemoSavings['orders'][number] & { account: string; key: string }, now: Date): Promise<void>;
  isCoinUpClosed(date: string): Promise<boolean>;
  closeCoinUpDay(date: string, now: Date): Promise<void>;
  /** Into the customer's book, and onto the operator's deny list. */
  knowAddress(entry: { account: string; addressKey: string; label: string }, now: Date): Promise<void>;
  denyAddress(denied: { addressKey: string; note: string }, now: Date): Promise<void>;
  /** Asked for once, however often; and ended as it was ended. */
  withdraw(input: PastWithdrawal & { addressKey: string }, at: { asked: Date; ended: Date }): Promise<void>;
  importMachines(lines: ReturnType<typeof demoMachineLines>, now: Date): Promise<void>;
  moveMachine(
    move: { machineNo: string; to: 'REPAIR' | 'SUSPEND' | 'RUNNING' | 'ENCAPSULATION'; reason: string },
    now: Date,
  ): Promise<void>;
  isClosed(date: string): Promise<boolean>;
  /** Closes a mining day whose network day and price are repeated from a real one. */
  closeMiningDay(date: string, now: Date): Promise<void>;
}
