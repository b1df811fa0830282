import type { Queryable } from '../../platform/db/database.ts';
import type { Session } from '../../platform/http/context.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import type { MoneyCallPorts } from '../../platform/money-call/money-call.ts';

export interface SecondFactorPorts extends Pick<MoneyCallPorts, 'proveCode'> {
  /** Of identity: compares the login password, counted like a login. Null: right. */
  readonly checkLoginPassword: (session: Session, password: string) => Promise<null | Refusal>;
  /** The one place by which every step reaches the customer, in the transaction of the step. */
  readonly announce: (db: Queryable, account: string, text: string) => Promise<void>;
}
