import type { StaffRole } from '../../platform/staff/authority.ts';
import type { DemoContent } from './demo-content.ts';
import type { demoMachineLines } from './demo-machines.ts';
import type { DemoFund, DemoSavings } from './demo-savings.ts';
import type { DemoThread } from './demo-support.ts';
import type { PastWithdrawal } from './demo-withdrawals.ts';

/** What the demo asks of the other slices: their own use cases, at a time that is given. */
export interface DemoPorts {
  readonly addStaff: (members: { name: string; role: StaffRole; password: string }[], now: Date) => Promise<void>;
  readonly addCustomer: (
    customer: {
      account: string;
      nickname: string;
      tags: string[];
      payMode: 'PREPAID_FIRST' | 'OUTPUT_FIRST';
      password: string;
      fundsPassword: string;
    },
    now: Date,
  ) => Promise<void>;
  readonly giveOpeningCredit: (credit: { account: string; usdt: string; reason: string }, now: Date) => Promise<void>;
  readonly takeDeposit: (
    deposit: { account: string; coin: 'BTC' | 'USDT'; amount: string; reason: string },
    now: Date,
  ) => Promise<void>;
  /** Once, however often it is asked. */
  readonly publishContent: (content: DemoContent, now: Date) => Promise<void>;
  /** To who has machines at the site, once, however often it is asked. */
  readonly announceMaintenance: (notice: { site: string; text: string }, now: Date) => Promise<void>;
  /** As customers who have looked at all their messages but the newest. */
  readonly readMessages: () => Promise<void>;
  /** Contact and FAQ, once, however often it is asked. */
  readonly publishSupport: (now: Date) => Promise<void>;
  /** Once per `key`, however often it is asked. */
  readonly askSupport: (thread: DemoThread & { key: string }, now: Date) => Promise<void>;
  /** Switches COIN UP on and pays into its fund. */
  readonly openCoinUp: (fund: DemoFund, now: Date) => Promise<void>;
  /** Once per `key`, however often it is asked. */
  readonly saveOrTakeOut: (
    order: DemoSavings['orders'][number] & { account: string; key: string },
    now: Date,
  ) => Promise<void>;
  readonly isCoinUpClosed: (date: string) => Promise<boolean>;
  readonly closeCoinUpDay: (date: string, now: Date) => Promise<void>;
  /** Into the customer's book, and onto the operator's deny list. */
  readonly knowAddress: (entry: { account: string; addressKey: string; label: string }, now: Date) => Promise<void>;
  readonly denyAddress: (denied: { addressKey: string; note: string }, now: Date) => Promise<void>;
  /** Asked for once, however often; and ended as it was ended. */
  readonly withdraw: (
    input: PastWithdrawal & { addressKey: string },
    at: { asked: Date; ended: Date },
  ) => Promise<void>;
  readonly importMachines: (lines: ReturnType<typeof demoMachineLines>, now: Date) => Promise<void>;
  readonly moveMachine: (
    move: { machineNo: string; to: 'REPAIR' | 'SUSPEND' | 'RUNNING' | 'ENCAPSULATION'; reason: string },
    now: Date,
  ) => Promise<void>;
  readonly isClosed: (date: string) => Promise<boolean>;
  /** Closes a mining day whose network day and price are repeated from a real one. */
  readonly closeMiningDay: (date: string, now: Date) => Promise<void>;
}
