import type { Session } from '../../platform/http/context.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import type { MoneyCallPorts } from '../../platform/money-call/money-call.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';

export interface SecondFactorPorts extends AnnouncePort, Pick<MoneyCallPorts, 'proveCode'> {
  /** Of identity: compares the login password, counted like a login. Null: right. */
  readonly checkLoginPassword: (session: Session, password: string) => Promise<null | Refusal>;
}
