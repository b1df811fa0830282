/**
 * What one member does or decides, by the name that the audit log has for it. Not what a member only looks at, nor what is of the own
 * login; what two people do is named by the contract.
 */
export const handledAlone: readonly string[] = `
  alarm:settle cold:free cold:refill-cancel cold:refill-submit content:draft credit customer:change customer:contact-change
  customer:contact-second customer:create customer:disable customer:enable customer:end-sessions customer:pay-mode
  days:attach-month days:detach-month days:seal-month day-close:order day-close:order-check deposit:manual deposit:skip-addresses
  destination:remove import:customers import:deny-list import:machines import:network-days import:pool-report import:prices
  import:rates job:retry ledger:attach-month ledger:detach-month ledger:seal-month machine:purchase-price machine:status
  model:create proposal:new proposal:reject repair:change repair:note repair:open support:answer support:assign support:close
  withdrawal:approve withdrawal:free withdrawal:import withdrawal:note withdrawal:offline withdrawal:propose withdrawal:reject
  withdrawal:rule-off`
  .trim()
  .split(/\s+/);
