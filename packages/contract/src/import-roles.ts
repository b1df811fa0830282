import type { importActions } from './console/imports.ts';
import type { ConsoleRole } from './console/route.ts';

/** What outputs and payments are computed from. */
const ofFigures = ['OPERATIONS', 'FINANCE'] as const;

/** Who brings in files of a kind, by the name of its command; free of schemas, as pages say it. */
export const importRoles = {
  'import:customers': ['SUPPORT', 'FINANCE', 'ADMIN'],
  'import:machines': ['OPERATIONS', 'FINANCE', 'ADMIN'],
  'import:network-days': ofFigures,
  'import:prices': ofFigures,
  'import:rates': ofFigures,
  'import:pool-report': ofFigures,
  'import:deny-list': ['FINANCE', 'APPROVER', 'ADMIN'],
} as const satisfies Record<(typeof importActions)[number], readonly ConsoleRole[]>;
