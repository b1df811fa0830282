import { createHash } from 'node:crypto';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { attemptTransaction } from '../../platform/db/rehearsal.ts';
import type { Authority, StaffPorts } from '../../platform/staff/authority.ts';
import { type ChangedMachine, changeAllByOperator } from './change-status.ts';
import type { MachineStatus } from './machine-state.ts';

interface MovesTogether {
  machineIds: readonly bigint[];
  /** Null: each back to where it was before the repair. */
  to: MachineStatus | null;
  now: Date;
}

/** What becomes of each machine. `effect` names it: equal decisions have equal names. */
type MovedTogether =
  | { outcome: 'decided'; machines: ChangedMachine[]; effect: string }
  /** It would not do what the person confirmed, or one of the machines does not exist: nothing is changed. */
  | { outcome: 'other-effect' | 'unknown-machine' };

/** What `moveTogether` would do now: it is done and rolled back. */
export async function previewTogether(database: Database, moves: MovesTogether): Promise<MovedTogether> {
  return attempt(database, { ...moves, staffName: 'preview', reason: 'preview' }, async () => false);
}

/** Moves that may be made are made in one transaction, each with its line in the audit log: those of the effect that was confirmed. */
export async function moveTogether(
  database: Database,
  { recordAudit }: Pick<StaffPorts, 'recordAudit'>,
  {
    authority,
    reason,
    confirmed,
    ...moves
  }: MovesTogether & { authority: Authority; reason: string; confirmed: string },
): Promise<MovedTogether> {
  const label = { staffName: authority.by.name, reason };
  const result = await attempt(database, { ...moves, ...label }, async (dbTx, { machines, effect }) => {
    if (effect !== confirmed) return false;
    for (const { machine, to, refusal } of machines) {
      if (refusal !== null) continue;
      await recordAudit(dbTx, {
        at: moves.now,
        authority,
        action: 'machine:status',
        subject: `machine ${machine.id}`,
        reason,
        detail: { from: machine.status, to },
      });
    }
    return true;
  });
  return result.outcome === 'decided' && result.effect !== confirmed ? { outcome: 'other-effect' } : result;
}

type Decided = Extract<MovedTogether, { outcome: 'decided' }>;

function attempt(
  database: Database,
  request: MovesTogether & { staffName: string; reason: string },
  keep: (dbTx: Transaction, decided: Decided) => Promise<boolean>,
): Promise<MovedTogether> {
  return attemptTransaction<MovedTogether>(database, async (dbTx) => {
    const machines = await changeAllByOperator(dbTx, request);
    if (machines === null) return { result: { outcome: 'unknown-machine' }, isKept: false };
    const result: Decided = { outcome: 'decided', machines, effect: effectOf(machines) };
    return { result, isKept: await keep(dbTx, result) };
  });
}

function effectOf(machines: readonly ChangedMachine[]): string {
  const decisions = machines.map(({ machine, to, refusal }) => [String(machine.id), machine.status, to, refusal]);
  return createHash('sha256').update(JSON.stringify(decisions)).digest('hex');
}
