import { importRoles } from '@lode/contract/import-roles';
import type { Command } from '../platform/commands/command.ts';
import { type AttributionDeps, attributedCommand } from '../platform/staff/attributed-command.ts';
import { type NeededRoles, staffRoles } from '../platform/staff/authority.ts';

const readers: NeededRoles = { by: staffRoles };
/** To say what a proposal would do tries it out, with its locks. */
const deciders: NeededRoles = { by: staffRoles.filter((role) => role !== 'AUDITOR') };
/** As the console's own call. */
const accountants: NeededRoles = { by: ['FINANCE', 'APPROVER', 'ADMIN', 'AUDITOR'] };

/** Imports, and reads that show customers' data, with the roles that may give them. */
export const attributed = {
  'import:customers': { by: importRoles['import:customers'] },
  'import:machines': { by: importRoles['import:machines'] },
  'import:network-days': { by: importRoles['import:network-days'] },
  'import:prices': { by: importRoles['import:prices'] },
  'import:rates': { by: importRoles['import:rates'] },
  'import:pool-report': { by: importRoles['import:pool-report'] },
  'import:deny-list': { by: importRoles['import:deny-list'] },
  'books:package': accountants,
  'customer:standing': readers,
  'customer:statement': readers,
  'proposal:list': readers,
  'proposal:show': deciders,
  'suspense:list': readers,
  'withdrawal:by-rule': readers,
  'withdrawal:find': readers,
  'withdrawal:waiting': readers,
} as const satisfies Readonly<Record<string, NeededRoles>>;

/** The same commands, each of the table with a name to answer for it. */
export function withAttribution(commands: Record<string, Command>, deps: AttributionDeps): Record<string, Command> {
  return Object.fromEntries(
    Object.entries(commands).map(([name, command]) => {
      const needed = (attributed as Readonly<Record<string, NeededRoles>>)[name];
      return [name, needed === undefined ? command : attributedCommand(name, command, needed, deps)];
    }),
  );
}
