/** The roles that give a command, and after the colon those that approve it as the second person. */
const rows: Record<string, string> = {
  // Money is proposed by FINANCE and approved by APPROVER.
  'FINANCE:APPROVER': `charge:adjust coin-up:fund cold:add cold:refill credit customer:leave customer:unfreeze deposit:credit-small
    deposit:manual deposit:settle deposit:write-off destination:add keys:begin keys:retire outage:credit pool:payment pool:undo
    suspense:reopen suspense:settle treasury:pay treasury:pay-in treasury:take-out withdrawal:fail withdrawal:offset withdrawal:online
    withdrawal:paid`,
  FINANCE: 'customer:pay-mode withdrawal:propose',
  APPROVER: 'withdrawal:approve',
  // Stops, carries or resolves what two people have approved, or rejects it.
  'FINANCE APPROVER': `alarm:settle approver:key cold:free cold:refill-cancel cold:refill-export cold:refill-submit destination:remove
    withdrawal:export withdrawal:free withdrawal:import withdrawal:offline withdrawal:reject withdrawal:review`,
  'FINANCE APPROVER ADMIN': 'customer:disable import:deny-list withdrawal:rule-off',
  'FINANCE ADMIN': 'customer:enable',
  // No money: customers, machines, content, settings, staff.
  'SUPPORT FINANCE ADMIN': `customer:change customer:contact-change customer:contact-code customer:contact-prove customer:contact-second
    customer:end-sessions import:customers`,
  'SUPPORT FINANCE:APPROVER': 'customer:contact-replace customer:second-factor-remove',
  'OPERATIONS FINANCE ADMIN': 'import:machines machine:purchase-price machine:status',
  // What outputs are computed from.
  'OPERATIONS FINANCE': 'import:network-days import:pool-report import:prices import:rates',
  'OPERATIONS FINANCE:APPROVER': 'import:terms outage:record tariff:set terms:set',
  SUPPORT: 'support:answer support:assign support:close',
  'SUPPORT ADMIN': 'content:draft content:image',
  'SUPPORT ADMIN:APPROVER': 'content:publish content:withdraw message:maintenance',
  'ADMIN:APPROVER': 'coin-up:minimum coin-up:rate coin-up:switch deposit:skip-addresses setting:change withdrawal:rule',
  'ADMIN:ADMIN APPROVER': 'staff:add staff:disable staff:enable staff:reset staff:role',
  'SUPPORT OPERATIONS FINANCE APPROVER ADMIN': 'proposal:reject proposal:show',
  'FINANCE APPROVER ADMIN AUDITOR': 'books:package',
  // Shows customers' data.
  'SUPPORT OPERATIONS FINANCE APPROVER ADMIN AUDITOR': `customer:standing customer:statement proposal:list
    support:list support:show suspense:list withdrawal:by-rule withdrawal:find withdrawal:waiting`,
};

/** Reads without customers' data, and commands of the process itself: no name is asked. */
export const withoutName = `alarm:list books:check coin-up:status cold:list content:list content:preview day-close
  day-close:preflight destination:list hot-wallet keys:state outage:list pepper:check pool:list security-log:check
  security-log:export setting:history setting:list signer:journal tariff:history terms:history`;
/** Whose people are found in another way: proposals.test.ts, changes.test.ts. */
export const provedElsewhere = 'approve staff:password staff:set-up';

export const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');
export const table = Object.entries(rows).flatMap(([people, names]) => {
  const [by = '', approvedBy = ''] = people.split(':');
  return words(names).map((name) => ({ name, by: words(by), approvedBy: words(approvedBy) }));
});
