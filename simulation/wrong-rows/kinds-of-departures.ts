import { added, changed, dropped, type WrongRow } from './alterations.ts';

const leaver = `concat('customer ', customer_id)`;
const onDeparture = changed('customer_departure', leaver);
const onRest = changed('customer_departure_rest', leaver);
const onCustomer = changed('customer', `concat('customer ', id)`);

/** Customers who have left, and what their accounts still had. */
export const wrongDepartures: readonly WrongRow[] = [
  onDeparture('another customer', 'customer_id = (select min(id) from customer where id <> customer_id)'),
  onDeparture('contact', `contact = '13711111111'`),
  onDeparture('time', `left_at = left_at - interval '1 minute'`),
  onDeparture('who did it', 'staff_id = (select max(id) from staff where id not in (staff_id, approved_by))'),
  onDeparture('who approved it', 'approved_by = (select max(id) from staff where id not in (staff_id, approved_by))'),
  onDeparture('transfer', 'transfer_id = 1', 'transfer_id is not null'),
  onDeparture('receipt', `receipt = 'another'`, 'receipt is not null'),
  dropped('customer_departure', leaver),
  onRest('amount + 1', 'amount = amount + 1'),
  onRest('own instead of promotional', `kind = 'OWN'`, `kind = 'PROMOTION'`),
  onRest('coin', `coin = 'ETH'`, `coin = 'BTC'`),
  onRest('account', `account = 'ELE_ACCOUNT'`, `kind = 'OWN'`),
  onRest('another customer', 'customer_id = (select min(id) from customer)'),
  dropped('customer_departure_rest', leaver),
  added(
    'one more',
    'customer_departure_rest',
    'customer_id, account, coin, kind, amount',
    `customer_id, 'OUTPUT_ACCOUNT', 'DOGE', 'OWN', 5`,
    leaver,
  ),
  onCustomer('open again', `status = 'ACTIVE', account = '13711111111'`, `status = 'CLOSED'`),
  onCustomer(
    'closed without leaving',
    `status = 'CLOSED', account = 'closed-' || id, password_hash = null, funds_password_hash = null`,
    `status = 'ACTIVE'`,
  ),
  changed('ledger.balance', `concat('customer ', ledger.customer_of(account))`)(
    'accounts open again',
    'closed = false',
    'closed',
  ),
];
