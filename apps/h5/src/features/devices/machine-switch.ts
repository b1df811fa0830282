import type { Machine } from './machine.ts';

/** What the customer can request now; in ARREAR it sets the status for the time after the debt. */
export type SwitchAction = 'turnOff' | 'turnOn' | 'stayOff' | 'resumeAfter';

/** The action of the button; null where only the operator acts. */
export function switchActionOf({ status, wantedStatus, contractEnded }: Machine): SwitchAction | null {
  if (contractEnded) return null;
  if (status === 'RUNNING') return 'turnOff';
  if (status === 'SUSPEND') return 'turnOn';
  if (status === 'ARREAR') return wantedStatus === 'SUSPEND' ? 'resumeAfter' : 'stayOff';
  return null;
}

/** The call of an action. */
export function callOf(action: SwitchAction): 'machineActive' | 'machineSuspend' {
  return action === 'turnOn' || action === 'resumeAfter' ? 'machineActive' : 'machineSuspend';
}
