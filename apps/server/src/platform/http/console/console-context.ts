import type { ConsoleCall, ConsoleData, ConsoleFileCall, ConsoleInput } from '@lode/contract/console';
import type { StaffRole } from '../../staff/authority.ts';
import type { FileAnswer } from '../file-response.ts';
import type { Refusal } from '../refusal.ts';

/** A member's live session, as it stands now. */
export interface StaffSession {
  id: bigint;
  staffId: bigint;
  name: string;
  role: StaffRole;
  /** What has to be done before anything else. */
  stage: ConsoleData<'session'>['stage'];
  factor: ConsoleData<'session'>['factor'];
  hasNoFactor: boolean;
  idleUntil: Date;
  expiresAt: Date;
  /** Of the call. */
  network: string | null;
}

/** What every handler may know of its caller. */
export interface ConsoleContext {
  now: Date;
  ip: string;
  userAgent: string | null;
  /** Of the browser's device cookie; null: it has none that we made. */
  device: string | null;
  /** Where the console is reached: what a passkey is bound to. */
  origin: string;
  /** Gives the browser its session, and the name of a device where it has none. */
  readonly setSession: (token: string, device: string) => void;
  readonly dropSession: () => void;
}

/** Of calls that need a session: it has been checked. */
export interface StaffContext extends ConsoleContext {
  session: StaffSession;
}

type OpenCall = 'loginByPassword' | 'loginPasskeyOptions' | 'loginByPasskey';

export type ConsoleHandlers = {
  [Call in ConsoleCall]: (
    context: Call extends OpenCall ? ConsoleContext : StaffContext,
    input: ConsoleInput<Call>,
  ) => Promise<(Call extends ConsoleFileCall ? FileAnswer : ConsoleData<Call>) | Refusal>;
};

/** The handlers of some of the calls. */
export type ConsolePart<Call extends ConsoleCall> = Pick<ConsoleHandlers, Call>;

/** The session behind a token on its device, or why there is none; a call that no person made is no use of it. */
export type CheckStaffSession = (
  token: { hash: Buffer; device: string } | null,
  caller: { ip: string; isUnattended: boolean },
  now: Date,
) => Promise<StaffSession | Refusal>;
