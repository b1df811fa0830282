import type { Machine } from './machine.ts';

/** What the customer may ask of a machine now. In ARREAR it is a wish for the time after the debt. */
export type SwitchAction = 'turnOff' | 'turnOn' | 'stayOff' | 'resumeAfter';

/** The one thing that the button offers; null where only the operator acts. */
export function switchActionOf({ status, wantedStatus, contractEnded }: Machine): SwitchAction | null {
  if (contractEnded) return null;
  if (status === 'RUNNING') return 'turnOff';
  if (status === 'SUSPEND') return 'turnOn';
  if (status === 'ARREAR') return wantedStatus === 'SUSPEND' ? 'resumeAfter' : 'stayOff';
  return null;
}

/** Which of the two calls asks for it. */
export function callOf(action: SwitchAction): 'machineActive' | 'machineSuspend' {
  return action === 'turnOn' || action === 'resumeAfter' ? 'machineActive' : 'machineSuspend';
}
