/** In a query over `withdrawal`: the account that it takes from and that its return goes back to, as `sourceOf` names it. */
export const sourceAccount = `coalesce(ledger.account_id(customer_id, case coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, coin),
  ledger.house_id('TREASURY', coin))`;
