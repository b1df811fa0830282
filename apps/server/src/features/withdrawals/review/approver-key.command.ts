import type { Command } from '../../../platform/commands/command.ts';
import type { NeededRoles, StaffPorts } from '../../../platform/staff/authority.ts';
import { type StaffInput, type StaffResult, staffCommand } from '../../../platform/staff/staff-command.ts';
import { keepApproverKey } from './approver-key.repository.ts';
import type { ReviewDeps } from './review.ts';

type KeyDeps = Pick<ReviewDeps, 'database' | 'recordAudit' | 'approvals'> & StaffPorts;

const approvers: NeededRoles = { by: ['FINANCE', 'APPROVER'] };

export function approverKeyCommand(deps: KeyDeps): Command {
  return staffCommand(deps, approvers, {
    group: 'Settings and staff',
    summary: 'Makes the key that its caller approves payments with',
    options: {},
    example: '--by approver --reason "new approver"',
    effects: 'changes',
    run: (_options, input) => makeKey(deps, input),
  });
}

/** The public key takes effect when it is enrolled at the signer. */
async function makeKey({ database, recordAudit, approvals }: KeyDeps, input: StaffInput): Promise<StaffResult> {
  const { authority, reason, now } = input;
  const { id: staffId, name, role } = authority.by;
  if (approvals === null) return { refused: 'this server asks for no signed approvals' };
  const key = await approvals.newKey(name);
  if ('refused' in key) return key;
  const { publicKey, sealedKey } = key;
  return database.transaction(async (dbTx) => {
    if (!(await keepApproverKey(dbTx, { staffId, publicKey, sealedKey, now }))) return { refused: `${name} has a key` };
    await recordAudit(dbTx, { at: now, authority, action: 'approver:key', subject: `staff ${name}`, reason });
    return { done: `enrol it at the signer: approver:add --name ${name} --role ${role} --key ${publicKey}` };
  });
}
