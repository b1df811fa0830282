import { changed, dropped, other, type WrongRow } from './alterations.ts';

const withdrawal = `concat('withdrawal ', id)`;
const onWithdrawal = changed('withdrawal', withdrawal);
const ofWithdrawal = `concat('withdrawal ', withdrawal_id)`;
const onStep = changed('withdrawal_step', ofWithdrawal);
const onReview = changed('withdrawal_review', ofWithdrawal);
const destination = `concat('destination ', id)`;
const onDestination = changed('treasury_destination', destination);
const onPayment = changed('withdrawal_payment', ofWithdrawal);
const onReservation = changed('outpoint_reservation', ofWithdrawal);
const deposit = `concat('deposit ', id)`;
const onDeposit = changed('deposit', deposit);
const clawBack = `concat('deposit ', deposit_id)`;
const onClawBack = changed('deposit_claw_back', clawBack);
const arrival = `concat('arrival ', id)`;
const onArrival = changed('house_arrival', arrival);
const isLacking = 'deposit_id in (select id from deposit_to_claw_back) and lifted_at is null';
const order = `concat('order ', id)`;
const onOrder = changed('coin_up_order', order);
const lostOrder = `concat('order ', id, ' or hold coin-up:redemption:', id, ' or ', ledger.account_id(customer_id, account, coin), '|', amount)`;
const onPosition = changed('coin_up_position', `concat('customer ', customer_id, '|', coin)`);
const interest = `concat('customer ', customer_id, '|', coin, '|', date)`;
const onInterest = changed('coin_up_interest', interest);
const interestDay = `concat(coin, '|', date)`;
const onInterestDay = changed('coin_up_interest_day', interestDay);
const interestBatch = `concat(coin, '|', date)`;
const onInterestBatch = changed('coin_up_interest_batch', interestBatch);
/** The database itself refuses a fee and these ends for a payment out of TREASURY. */
const ofCustomer = 'destination_id is null';
const paidBatch = 'amount > 0 and transfer_id is not null';

/** Of withdrawals and their payments, deposits, and savings. */
export const wrongOrders: readonly WrongRow[] = [
  onWithdrawal('another customer', other('customer_id'), ofCustomer),
  onWithdrawal(
    'another destination',
    'destination_id = (select min(d.id) from treasury_destination d where d.id <> destination_id)',
    'destination_id is not null',
  ),
  onWithdrawal('amount + 1', 'amount = amount + 1'),
  onWithdrawal('amount - 1', 'amount = amount - 1'),
  onWithdrawal('fee + 1', 'fee = fee + 1', ofCustomer),
  onWithdrawal('fee of one that is over', 'fee = fee + 1', `phase = 'PAID' and ${ofCustomer}`),
  onWithdrawal('coin and network', `coin = 'USDT', network = 'ERC20', address_key = right(address_key, 40)`),
  onWithdrawal(
    'address of one that is paid',
    `address_key = '0014' || repeat('ef', 20)`,
    `phase in ('PAID', 'BROADCAST')`,
  ),
  onWithdrawal('address of one that is approved', `address_key = '0014' || repeat('ef', 20)`, `phase = 'APPROVED'`),
  onWithdrawal('business date', 'date = date - 1'),
  onWithdrawal('transfer', 'transfer_id = 1', 'transfer_id <> 1'),
  onWithdrawal('transfer of the end', 'end_transfer_id = 1', 'end_transfer_id is not null'),
  onWithdrawal('paid instead of returned', `phase = 'PAID'`, `phase in ('FAILED', 'REJECTED', 'CANCELLED')`),
  onWithdrawal('returned instead of paid', `phase = 'FAILED'`, `phase = 'PAID'`),
  onWithdrawal('approved without people', `phase = 'APPROVED'`, `phase = 'AWAITING_APPROVAL'`),
  onWithdrawal('cancelled instead of rejected', `phase = 'CANCELLED'`, `phase = 'REJECTED' and ${ofCustomer}`),
  onWithdrawal('offset instead of returned', `phase = 'OFFSET'`, `phase = 'REJECTED' and ${ofCustomer}`),
  dropped('withdrawal', withdrawal),
  onDestination('address', `address = address || 'x'`),
  onDestination('address key', `address_key = '0014' || repeat('ef', 20)`),
  onDestination('name', `name = name || 'x'`),
  onDestination('in force later', `in_force_from = in_force_from + interval '1 second'`),
  onDestination('added before', `added_at = added_at - interval '1 second'`),
  onDestination('added by another', `added_by = (select id from staff where name = 'admin')`),
  onDestination('approved by another', `approved_by = (select id from staff where name = 'admin')`),
  onDestination('in the list again', 'removed_at = null, removed_by = null', 'removed_at is not null'),
  onDestination('removed', 'removed_at = added_at, removed_by = added_by', 'removed_at is null'),
  dropped(
    'withdrawal_step',
    ofWithdrawal,
    // A payment that is signed may not be sent yet; of one that failed before anything was built nothing else tells that it was screened.
    `not exists (
      select from withdrawal w where w.id = withdrawal_id and (step = 'BROADCAST' and phase = 'BROADCAST'
        or step = 'KYT' and phase = 'FAILED' and not exists (select from withdrawal_payment p where p.withdrawal_id = w.id)))`,
  ),
  onStep('another step', `step = 'FAILED'`, `step = 'CONFIRMED'`),
  dropped(
    'withdrawal_review',
    ofWithdrawal,
    `withdrawal_id in (select id from withdrawal where phase not in ('AWAITING_APPROVAL'))`,
  ),
  onReview(
    'of another withdrawal',
    `withdrawal_id = (select min(id) from withdrawal where phase = 'CANCELLED')`,
    `part = 'APPROVED'`,
  ),
  dropped('withdrawal_payment', ofWithdrawal),
  onPayment('fee + 1', 'fee_paid = fee_paid + 1', 'fee_paid is not null'),
  onPayment('not final', 'final_at = null', 'final_at is not null'),
  onPayment('final', `final_at = signed_at, fee_paid = 1`, 'final_at is null and txid is not null'),
  onPayment('of another withdrawal', `withdrawal_id = (select min(id) from withdrawal where phase = 'REJECTED')`),
  onPayment('change + 1', 'change_amount = change_amount + 1', 'change_amount is not null'),
  onPayment('output + 1', 'output_index = output_index + 1', 'output_index is not null'),
  onPayment('what was built', `unsigned = replace(unsigned, '"amount":{"int":"', '"amount":{"int":"1')`),
  onPayment('unsigned', 'txid = null, bytes = null, signed_at = null, final_at = null', 'txid is not null'),
  onPayment('network', `network = 'ERC20'`),
  dropped('outpoint_reservation', ofWithdrawal),
  onReservation('of another withdrawal', `withdrawal_id = (select min(id) from withdrawal where phase = 'REJECTED')`),

  onDeposit('another customer', other('customer_id')),
  onDeposit('amount + 1', 'amount = amount + 1'),
  onDeposit('coin', `coin = 'USDT'`),
  onDeposit('network', `network = 'ERC20'`),
  onDeposit('number of the address', 'address_number = address_number + 1'),
  onDeposit('transfer', 'transfer_id = 1', 'transfer_id is not null'),
  onDeposit(
    'removed without a removal',
    `status = 'ORPHANED', height = null, block_hash = null`,
    `status = 'CREDITED'`,
  ),
  onDeposit('back without being mined', `status = 'CREDITED', height = 1, block_hash = 'x'`, `status = 'ORPHANED'`),
  onDeposit('removals + 1', 'removals = removals + 1'),
  onDeposit('day of the credit', `credited_at = credited_at - interval '1 day'`, 'credited_at is not null'),
  dropped('deposit', deposit),
  dropped('deposit_claw_back', clawBack),
  changed('customer_freeze', `concat('deposit ', deposit_id)`)('lifted', 'lifted_at = frozen_at', isLacking),
  changed('customer_freeze', `concat('deposit ', deposit_id)`)('another customer', other('customer_id'), isLacking),
  dropped('customer_freeze', `concat('deposit ', deposit_id)`, isLacking),
  onClawBack('removal', 'removal = removal + 1'),
  onClawBack('transfer', 'transfer_id = 1'),
  onClawBack('not returned', 'return_transfer_id = null, returned_at = null', 'returned_at is not null'),
  onClawBack('day', `clawed_back_at = clawed_back_at - interval '1 day'`),
  changed('deposit_address', `concat('number ', number)`)(
    'another customer',
    'customer_id = customer_id + 1000',
    'exists (select from deposit where deposit.network = deposit_address.network and address_number = number)',
  ),
  onArrival('amount + 1', 'amount = amount + 1'),
  onArrival('times posted + 1', 'times_posted = times_posted + 1'),
  onArrival('not posted', `status = 'CONFIRMING'`, `status = 'POSTED'`),
  onArrival('coin', `coin = 'ETH'`),
  onArrival('address', `address_key = '0014' || repeat('ef', 20)`),
  dropped('house_arrival', arrival),

  onOrder('amount + 1', 'amount = amount + 1'),
  onOrder('another customer', other('customer_id')),
  onOrder('coin', `coin = case coin when 'BTC' then 'USDT' else 'BTC' end`),
  onOrder('direction', `direction = 'OUT'`, `direction = 'IN'`),
  onOrder(
    'interest instead of principal',
    `account = 'INCOME_ACCOUNT', arrival_date = date, completed_day = null`,
    `direction = 'OUT' and account = 'COIN_UP_ACCOUNT' and state = 'SUCCESS'`,
  ),
  onOrder('amount of interest + 1', 'amount = amount + 1', `account = 'INCOME_ACCOUNT'`),
  onOrder('day', `date = date - 1, arrival_date = arrival_date - 1`),
  onOrder(
    'in transit again',
    `state = 'INTRANSIT', completed_day = null, completed_at = null`,
    `state = 'SUCCESS' and account = 'COIN_UP_ACCOUNT'`,
  ),
  onOrder('arrived', `state = 'SUCCESS', completed_day = date, completed_at = requested_at`, `state = 'INTRANSIT'`),
  onOrder('day of the run', 'completed_day = completed_day + 1', 'completed_day is not null'),
  dropped('coin_up_order', lostOrder),
  { ...dropped('coin_up_order', lostOrder, `account = 'INCOME_ACCOUNT'`), name: 'of interest dropped' },
  onPosition('earning + 1', 'earning = earning + 1'),
  dropped('coin_up_position', `concat('customer ', customer_id, '|', coin)`),
  onInterest('amount + 1', 'amount = amount + 1'),
  onInterest('principal + 1', 'principal = principal + 1'),
  onInterest('carry', 'carry = (carry + 1) % 365000000'),
  onInterest(
    'carry of the newest day',
    'carry = (carry + 1) % 365000000',
    'date = (select max(date) from coin_up_interest)',
  ),
  onInterest('another customer', 'customer_id = customer_id + 1000'),
  onInterest('date', 'date = date + 400'),
  dropped('coin_up_interest', interest),
  onInterestDay('rate', 'rate_ppm = rate_ppm + 1'),
  onInterestDay('amount + 1', 'amount = amount + 1'),
  onInterestDay('not paid', 'paid_at = null', 'paid_at is not null and amount > 0'),
  onInterestDay(
    'not funded',
    'paid_at = null, funded_at = null, funding_transfer_id = null, was_owed = true',
    'paid_at is not null and amount > 0',
  ),
  onInterestDay('transfer out of the fund', 'funding_transfer_id = -1', 'amount > 0 and paid_at is not null'),
  onInterestDay('paid out of the fund itself', 'funding_transfer_id = null', 'amount > 0 and paid_at is not null'),
  dropped('coin_up_interest_day', interestDay, 'amount > 0'),
  onInterestBatch('amount + 1', 'amount = amount + 1', paidBatch),
  onInterestBatch('transfer', 'transfer_id = 1', paidBatch),
  onInterestBatch('range of customers', 'last_customer = first_customer', paidBatch),
  onInterestBatch('date', 'date = date - 400', paidBatch),
  dropped('coin_up_interest_batch', interestBatch, paidBatch),
];
