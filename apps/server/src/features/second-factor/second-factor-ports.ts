import type { Session } from '../../platform/http/context.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import type { MoneyCallPorts } from '../../platform/money-call/money-call.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';

export interface SecondFactorPorts extends AnnouncePort, Pick<MoneyCallPorts, 'proveCode'> {
  /** Of identity: how the browser is shown that sends the request. */
  readonly deviceOf: (userAgent: string | null) => Record<'model' | 'system' | 'browser', string | null>;
  /** Of identity: compares the login password, counted like a login. Null: right. */
  readonly checkLoginPassword: (session: Session, password: string) => Promise<null | Refusal>;
}
