import type { Sentence } from '../../platform/sentence.ts';
import type { NeededRoles, StaffMember, StaffRole } from '../../platform/staff/authority.ts';
import * as say from './sentences.zh.ts';

/**
 * Why these people may not do this, or null. `approver` is null when none was named; one named without need is a
 * witness, who stands in the audit log too.
 */
export function refusalOfStaff(needed: NeededRoles, by: StaffMember, approver: StaffMember | null): Sentence | null {
  if (needed.approvedBy && !approver) return say.needsSecondPerson;
  if (approver?.id === by.id) return say.samePerson;
  return (
    refusalOfRole(by, needed.by) ??
    (approver && refusalOfRole(approver, needed.approvedBy ?? [...needed.by, 'APPROVER']))
  );
}

function refusalOfRole(member: StaffMember, roles: readonly StaffRole[]): Sentence | null {
  if (member.status === 'DISABLED') return say.disabled(member.name);
  if (!roles.includes(member.role)) return say.otherRole(member.name, member.role, roles);
  return null;
}
