import type { NeededRoles, StaffMember, StaffRole } from '../../platform/staff/authority.ts';

/**
 * Why these people may not do this, or null. `approver` is null when none was named; one named without need is a
 * witness, who stands in the audit log too.
 */
export function refusalOfStaff(needed: NeededRoles, by: StaffMember, approver: StaffMember | null): string | null {
  if (needed.approvedBy && !approver) return 'a second person must approve this: --approved-by';
  if (approver?.id === by.id) return 'the same person cannot propose and approve';
  return (
    refusalOfRole(by, needed.by) ??
    (approver && refusalOfRole(approver, needed.approvedBy ?? [...needed.by, 'APPROVER']))
  );
}

function refusalOfRole(member: StaffMember, roles: readonly StaffRole[]): string | null {
  if (member.status === 'DISABLED') return `${member.name} is disabled`;
  if (!roles.includes(member.role)) return `${member.name} is ${member.role}, this asks for ${roles.join(' or ')}`;
  return null;
}
