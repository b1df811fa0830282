-- What the migrations lead to, drawn from the catalogue by `npm run db:schema`. Do not edit.

-- Types

create type ledger.posting_type as enum (
  'MINING_OUTPUT',
  'ELE_INIT',
  'ELE_RECHARGE',
  'ELE_CONSUME_USDT',
  'ELE_CONSUME_BTC',
  'ELE_CONSUME_ETH',
  'ELE_CONSUME_DOGE',
  'DAILY_PROFIT_FEEDBACK',
  'HOSTING_FEE',
  'RECHARGE_BTC',
  'COIN_UP_OUT_BTC',
  'COIN_UP_OUT_USDT',
  'COIN_UP_IN_BTC',
  'COIN_UP_IN_USDT',
  'INCOME_IN_BTC',
  'INCOME_IN_USDT',
  'WITHDRAW',
  'WITHDRAW_RETURN',
  'WITHDRAW_OFFSET',
  'ADJUST_OUTPUT',
  'ADJUST_ELE',
  'FUND_PAID_IN',
  'INTEREST',
  'WITHDRAWAL_PAID',
  'WITHDRAWAL_FEE',
  'NETWORK_FEE',
  'TREASURY_MOVE',
  'POOL_PAYMENT',
  'REORG',
  'SUSPENSE_MOVE',
  'LEAVING'
);

-- Tables

create table ledger.balance (
  account ledger.account not null,
  posted bigint not null,
  held ledger.remainder not null default 0,
  closed boolean not null default false,
  constraint closed_account_is_empty CHECK (((NOT closed) OR (posted = 0))),
  constraint not_overdrawn CHECK ((posted >= (held)::bigint)),
  constraint balance_pkey PRIMARY KEY (account)
) with (fillfactor=70);

create table ledger.carried (
  month date not null,
  account bigint not null,
  amount bigint not null,
  balance_after bigint,
  constraint carried_pkey PRIMARY KEY (month, account)
);

create table ledger.credit_to_record (
  transfer_id bigint not null,
  constraint credit_to_record_pkey PRIMARY KEY (transfer_id)
);

create table ledger.day_total (
  date date not null,
  class bigint not null,
  given numeric(38,0) not null,
  received numeric(38,0) not null,
  first_transfer bigint not null,
  last_transfer bigint not null,
  constraint day_total_given_check CHECK ((given >= (0)::numeric)),
  constraint day_total_received_check CHECK ((received >= (0)::numeric)),
  constraint day_total_pkey PRIMARY KEY (date, class)
);

create table ledger.day_total_progress (
  is_only boolean not null default true,
  counted_to bigint not null,
  candidate bigint not null,
  posting text[] not null,
  from_carried boolean not null default false,
  constraint day_total_progress_is_only_check CHECK (is_only),
  constraint day_total_progress_pkey PRIMARY KEY (is_only)
);

create table ledger.hold (
  key ledger.key not null,
  account ledger.account not null,
  amount ledger.amount not null,
  reason character varying(200) not null,
  placed_at timestamp with time zone not null,
  released_at timestamp with time zone,
  constraint hold_check CHECK ((released_at >= placed_at)),
  constraint hold_pkey PRIMARY KEY (key)
);

create table ledger.month (
  month date not null,
  first_transfer bigint not null,
  constraint month_pkey PRIMARY KEY (month),
  constraint month_first_transfer_key UNIQUE (first_transfer)
);

create table ledger.month_seal (
  month date not null,
  first_transfer bigint not null,
  beyond bigint not null,
  first_day date,
  last_day date,
  transfers bigint not null,
  postings bigint not null,
  digest ledger.digest not null,
  previous ledger.digest,
  seal ledger.digest not null,
  sealed_at timestamp with time zone not null,
  detached_at timestamp with time zone,
  constraint month_seal_month_fkey FOREIGN KEY (month) REFERENCES ledger.month(month),
  constraint month_seal_pkey PRIMARY KEY (month)
);

create table ledger.payment_to_match (
  customer bigint not null,
  what text not null,
  machine_id bigint,
  date date,
  coin text not null,
  amount bigint not null
);

create table ledger.posting (
  transfer_id bigint not null,
  line integer not null,
  debit ledger.side not null,
  credit ledger.side not null,
  customer bigint,
  type ledger.posting_type not null,
  amount ledger.amount not null,
  debit_after ledger.remainder,
  credit_after ledger.remainder,
  date date not null,
  source_id bigint,
  constraint two_accounts_of_one_coin_and_one_customer CHECK ((((debit)::bigint <> (credit)::bigint) AND ((abs((debit)::bigint) % '10'::bigint) = (abs((credit)::bigint) % '10'::bigint)) AND (((LEAST(debit, credit))::bigint < 0) OR (((debit)::bigint / 100) = ((credit)::bigint / 100))))),
  constraint posting_pkey PRIMARY KEY (transfer_id, line)
) partition by RANGE (transfer_id);

create table ledger.posting_shape (
  type text not null,
  gives text not null,
  takes text not null,
  coin text,
  by_worker boolean not null default true,
  document text,
  constraint posting_shape_pkey PRIMARY KEY (type, gives, takes)
);

create table ledger.taking_to_match (
  document text not null,
  accounts bigint[] not null,
  amounts bigint[] not null
);

create table ledger.transfer (
  id bigint not null default nextval('ledger.transfer_id_seq'::regclass),
  key ledger.key not null,
  input_hash ledger.digest not null,
  kind character varying(64) not null,
  source_id character varying(128),
  business_date date not null,
  posted_at timestamp with time zone not null,
  corrects bigint,
  answer json,
  constraint transfer_pkey PRIMARY KEY (id)
) partition by RANGE (id);

create table ledger.transfer_key (
  key ledger.key not null,
  transfer_id bigint not null,
  business_date date,
  kind character varying(64),
  source_id character varying(128),
  constraint transfer_key_pkey PRIMARY KEY (key)
);

create table account_nonce (
  address_key text not null,
  nonce integer not null,
  holder text not null,
  usdt bigint not null,
  wei numeric(40,0) not null,
  is_signed boolean not null default false,
  constraint account_nonce_address_key_check CHECK ((address_key ~ '^[0-9a-f]{40}$'::text)),
  constraint account_nonce_holder_check CHECK ((holder ~ '^(withdrawal|sweep|top-up|rotate|cold):[1-9][0-9]{0,18}$'::text)),
  constraint account_nonce_nonce_check CHECK ((nonce >= 0)),
  constraint account_nonce_usdt_check CHECK ((usdt >= 0)),
  constraint account_nonce_wei_check CHECK ((wei >= (0)::numeric)),
  constraint account_nonce_pkey PRIMARY KEY (address_key, nonce),
  constraint account_nonce_holder_key UNIQUE (holder)
);

create table alert (
  id bigint not null generated always as identity,
  kind text not null,
  subject text not null,
  message text not null,
  raised_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  constraint alert_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 64))),
  constraint alert_message_check CHECK (((length(message) >= 1) AND (length(message) <= 1000))),
  constraint alert_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200))),
  constraint alert_pkey PRIMARY KEY (id)
);

create table approver_key (
  staff_id bigint not null,
  public_key text not null,
  sealed_key jsonb not null,
  created_at timestamp with time zone not null,
  constraint approver_key_public_key_check CHECK ((length(public_key) = 44)),
  constraint approver_key_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint approver_key_pkey PRIMARY KEY (staff_id)
);

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  staff_id bigint not null,
  approved_by bigint,
  action text not null,
  subject text not null,
  reason text not null,
  detail jsonb not null default '{}'::jsonb,
  constraint audit_log_check CHECK ((approved_by IS DISTINCT FROM staff_id)),
  constraint audit_log_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint audit_log_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint audit_log_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint audit_log_pkey PRIMARY KEY (id)
);

create table auto_approval (
  withdrawal_id bigint not null,
  at timestamp with time zone not null,
  date date not null default ((at AT TIME ZONE 'Asia/Shanghai'::text))::date,
  bounds jsonb not null,
  precedent_id bigint not null,
  approval_request jsonb,
  revoked_at timestamp with time zone,
  revoked_reason text,
  coin text not null,
  day_total bigint not null,
  constraint auto_approval_check CHECK ((revoked_at >= at)),
  constraint auto_approval_check1 CHECK (((revoked_at IS NULL) = (revoked_reason IS NULL))),
  constraint auto_approval_revoked_reason_check CHECK (((length(revoked_reason) >= 1) AND (length(revoked_reason) <= 500))),
  constraint auto_approval_precedent_id_fkey FOREIGN KEY (precedent_id) REFERENCES withdrawal(id),
  constraint auto_approval_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint auto_approval_pkey PRIMARY KEY (withdrawal_id)
);

create table books_check_run (
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
  differences jsonb,
  id bigint not null,
  failure text,
  constraint books_check_run_check CHECK ((ended_at >= started_at)),
  constraint books_check_run_check1 CHECK (((differences IS NULL) = (failure IS NOT NULL))),
  constraint books_check_run_pkey PRIMARY KEY (id)
);

create table carried_charge (
  customer_id bigint not null,
  machine_id bigint not null,
  month date not null,
  amount bigint not null,
  constraint carried_charge_month_fkey FOREIGN KEY (month) REFERENCES sealed_days(month),
  constraint carried_charge_pkey PRIMARY KEY (customer_id, machine_id, month)
);

create table carried_interest (
  customer_id bigint not null,
  coin text not null,
  month date not null,
  amount bigint not null,
  first_day date not null,
  last_day date not null,
  carry bigint not null,
  constraint carried_interest_month_fkey FOREIGN KEY (month) REFERENCES sealed_days(month),
  constraint carried_interest_pkey PRIMARY KEY (customer_id, coin, month)
);

create table carried_output (
  customer_id bigint not null,
  machine_id bigint not null,
  coin text not null,
  month date not null,
  net bigint not null,
  value numeric not null,
  is_unpriced boolean not null,
  constraint carried_output_month_fkey FOREIGN KEY (month) REFERENCES sealed_days(month),
  constraint carried_output_pkey PRIMARY KEY (customer_id, machine_id, coin, month)
);

create table carried_output_day (
  coin text not null,
  date date not null,
  net bigint not null,
  constraint carried_output_day_pkey PRIMARY KEY (coin, date)
);

create table chain_block (
  network text not null,
  height integer not null,
  hash text not null,
  constraint chain_block_hash_check CHECK (((length(hash) >= 1) AND (length(hash) <= 128))),
  constraint chain_block_height_check CHECK ((height >= 0)),
  constraint chain_block_network_fkey FOREIGN KEY (network) REFERENCES chain_watcher(network),
  constraint chain_block_pkey PRIMARY KEY (network, height)
);

create table chain_watcher (
  network text not null,
  chain text not null,
  genesis text not null,
  start_height integer not null,
  start_hash text not null,
  newest_height integer not null,
  newest_hash text not null,
  stopped_because text,
  constraint chain_watcher_chain_check CHECK (((length(chain) >= 1) AND (length(chain) <= 32))),
  constraint chain_watcher_check CHECK ((newest_height >= start_height)),
  constraint chain_watcher_genesis_check CHECK (((length(genesis) >= 1) AND (length(genesis) <= 128))),
  constraint chain_watcher_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint chain_watcher_newest_hash_check CHECK (((length(newest_hash) >= 1) AND (length(newest_hash) <= 128))),
  constraint chain_watcher_start_hash_check CHECK (((length(start_hash) >= 1) AND (length(start_hash) <= 128))),
  constraint chain_watcher_start_height_check CHECK ((start_height >= 0)),
  constraint chain_watcher_stopped_because_check CHECK ((length(stopped_because) <= 1000)),
  constraint chain_watcher_pkey PRIMARY KEY (network)
);

create table charge_adjustment (
  id bigint not null generated always as identity,
  key text not null,
  machine_id bigint not null,
  customer_id bigint not null,
  machine_no text not null,
  about_date date not null,
  date date not null,
  adjusted text not null,
  coin text not null,
  adjusted_coin text not null,
  adjusted_amount bigint not null,
  moved bigint not null default 0,
  amount bigint not null default 0,
  paid_prepaid bigint not null default 0,
  paid_output_usdt bigint not null default 0,
  owed bigint not null,
  reason text not null,
  adjusted_at timestamp with time zone not null,
  waived bigint not null default 0,
  paid_btc bigint not null default 0,
  paid_eth bigint not null default 0,
  paid_doge bigint not null default 0,
  paid_promotion bigint not null default 0,
  moved_promotion bigint not null default 0,
  outage_credit_id bigint,
  constraint charge_adjustment_adds_up CHECK ((amount = (((paid_prepaid + paid_output_usdt) + waived) + owed))),
  constraint charge_adjustment_adjusted_amount_check CHECK ((adjusted_amount <> 0)),
  constraint charge_adjustment_adjusted_check CHECK (((adjusted = ANY (ARRAY['output'::text, 'electricity'::text, 'hosting'::text])) AND ((adjusted <> 'hosting'::text) OR (amount = 0)))),
  constraint charge_adjustment_amount_check CHECK ((amount >= 0)),
  constraint charge_adjustment_check CHECK ((date > about_date)),
  constraint charge_adjustment_check2 CHECK (((moved >= LEAST(adjusted_amount, (0)::bigint)) AND (moved <= GREATEST(adjusted_amount, (0)::bigint)))),
  constraint charge_adjustment_coin CHECK (((adjusted <> 'output'::text) OR (adjusted_coin <> 'USDT'::text))),
  constraint charge_adjustment_key_check CHECK (((length(key) >= 1) AND (length(key) <= 160))),
  constraint charge_adjustment_moved_promotion CHECK (((moved_promotion >= 0) AND (moved_promotion <=
CASE
    WHEN ((adjusted = 'electricity'::text) AND (adjusted_coin = 'USDT'::text)) THEN GREATEST(moved, (0)::bigint)
    ELSE (0)::bigint
END))),
  constraint charge_adjustment_owed_check CHECK ((owed >= 0)),
  constraint charge_adjustment_paid_btc_check CHECK ((paid_btc >= 0)),
  constraint charge_adjustment_paid_doge_check CHECK ((paid_doge >= 0)),
  constraint charge_adjustment_paid_eth_check CHECK ((paid_eth >= 0)),
  constraint charge_adjustment_paid_output_usdt_check CHECK ((paid_output_usdt >= 0)),
  constraint charge_adjustment_paid_prepaid_check CHECK ((paid_prepaid >= 0)),
  constraint charge_adjustment_promotion CHECK (((paid_promotion >= 0) AND (paid_promotion <= paid_prepaid))),
  constraint charge_adjustment_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint charge_adjustment_waived_check CHECK ((waived >= 0)),
  constraint charge_adjustment_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
  constraint charge_adjustment_outage_credit_id_fkey FOREIGN KEY (outage_credit_id) REFERENCES outage_credit(id),
  constraint charge_adjustment_pkey PRIMARY KEY (id),
  constraint charge_adjustment_key_key UNIQUE (key)
);

create table coin_up_interest (
  date date not null,
  customer_id bigint not null,
  coin text not null,
  principal bigint not null,
  amount bigint not null,
  carry bigint not null,
  constraint coin_up_interest_amount_check CHECK ((amount >= 0)),
  constraint coin_up_interest_carry_check CHECK (((carry >= 0) AND (carry <= 364999999))),
  constraint coin_up_interest_principal_check CHECK ((principal > 0)),
  constraint coin_up_interest_pkey PRIMARY KEY (date, customer_id, coin)
) partition by RANGE (date);

create table coin_up_interest_batch (
  coin text not null,
  date date not null,
  batch integer not null,
  first_customer bigint not null,
  last_customer bigint not null,
  amount bigint not null,
  transfer_id bigint,
  paid_at timestamp with time zone,
  constraint coin_up_interest_batch_amount_check CHECK ((amount >= 0)),
  constraint coin_up_interest_batch_check CHECK ((last_customer >= first_customer)),
  constraint coin_up_interest_batch_check1 CHECK (((transfer_id IS NULL) OR (paid_at IS NOT NULL))),
  constraint coin_up_interest_batch_pkey PRIMARY KEY (coin, date, batch)
);

create table coin_up_interest_day (
  coin text not null,
  date date not null,
  rate_ppm integer not null,
  amount bigint not null,
  was_owed boolean not null,
  decided_at timestamp with time zone not null,
  funded_at timestamp with time zone,
  paid_at timestamp with time zone,
  funding_transfer_id bigint,
  constraint coin_up_interest_day_amount_check CHECK ((amount >= 0)),
  constraint coin_up_interest_day_check CHECK ((funded_at >= decided_at)),
  constraint coin_up_interest_day_check1 CHECK ((was_owed OR (funded_at IS NOT NULL))),
  constraint coin_up_interest_day_check2 CHECK (((paid_at IS NULL) OR (funded_at IS NOT NULL))),
  constraint coin_up_interest_day_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'USDT'::text]))),
  constraint coin_up_interest_day_rate_ppm_check CHECK ((rate_ppm >= 0)),
  constraint coin_up_interest_day_pkey PRIMARY KEY (coin, date),
  constraint coin_up_interest_day_funding_transfer_id_key UNIQUE (funding_transfer_id)
);

create table coin_up_order (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  coin text not null,
  direction text not null,
  account text not null,
  amount bigint not null,
  date date not null,
  arrival_date date not null,
  requested_at timestamp with time zone not null,
  state text not null,
  completed_day date,
  completed_at timestamp with time zone,
  constraint coin_up_order_account_check CHECK ((account = ANY (ARRAY['COIN_UP_ACCOUNT'::text, 'INCOME_ACCOUNT'::text]))),
  constraint coin_up_order_amount_check CHECK ((amount > 0)),
  constraint coin_up_order_check CHECK (((state = 'SUCCESS'::text) = (completed_at IS NOT NULL))),
  constraint coin_up_order_check1 CHECK ((((account = 'COIN_UP_ACCOUNT'::text) AND (arrival_date = (date + 1)) AND ((state = 'SUCCESS'::text) = (completed_day IS NOT NULL))) OR ((account = 'INCOME_ACCOUNT'::text) AND (direction = 'OUT'::text) AND (arrival_date = date) AND (state = 'SUCCESS'::text) AND (completed_day IS NULL)))),
  constraint coin_up_order_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'USDT'::text]))),
  constraint coin_up_order_direction_check CHECK ((direction = ANY (ARRAY['IN'::text, 'OUT'::text]))),
  constraint coin_up_order_state_check CHECK ((state = ANY (ARRAY['INTRANSIT'::text, 'SUCCESS'::text]))),
  constraint coin_up_order_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint coin_up_order_pkey PRIMARY KEY (id)
);

create table coin_up_position (
  customer_id bigint not null,
  coin text not null,
  earning bigint not null default 0,
  in_transit_in bigint not null default 0,
  in_transit_out bigint not null default 0,
  constraint coin_up_position_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'USDT'::text]))),
  constraint coin_up_position_earning_check CHECK ((earning >= 0)),
  constraint coin_up_position_in_transit_in_check CHECK ((in_transit_in >= 0)),
  constraint coin_up_position_in_transit_out_check CHECK ((in_transit_out >= 0)),
  constraint coin_up_position_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint coin_up_position_pkey PRIMARY KEY (customer_id, coin)
) with (fillfactor=80);

create table cold_address (
  wallet_id bigint not null,
  number integer not null,
  network text not null,
  address text not null,
  key text not null,
  constraint cold_address_address_check CHECK (((length(address) >= 1) AND (length(address) <= 128))),
  constraint cold_address_key_check CHECK (is_address_key(network, key)),
  constraint cold_address_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint cold_address_number_check CHECK ((number >= 0)),
  constraint cold_address_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES cold_wallet(id),
  constraint cold_address_pkey PRIMARY KEY (wallet_id, number),
  constraint cold_address_network_key_key UNIQUE (network, key)
);

create table cold_payment (
  transfer_id bigint not null,
  attempt integer not null,
  payload text not null,
  outpoints text[] not null,
  txid text,
  since_height integer not null,
  built_at timestamp with time zone not null,
  hot_index integer,
  hot_amount bigint,
  cold_index integer,
  cold_amount bigint,
  bytes text,
  signed_at timestamp with time zone,
  final_at timestamp with time zone,
  fee_paid bigint,
  block_height integer,
  block_hash text,
  hot_number integer not null default 0,
  constraint cold_payment_attempt_check CHECK ((attempt >= 0)),
  constraint cold_payment_block_hash_check CHECK (((length(block_hash) >= 1) AND (length(block_hash) <= 128))),
  constraint cold_payment_block_height_check CHECK ((block_height >= 0)),
  constraint cold_payment_bytes_check CHECK ((length(bytes) <= 400000)),
  constraint cold_payment_check CHECK (((bytes IS NULL) = (signed_at IS NULL))),
  constraint cold_payment_check1 CHECK ((((hot_index IS NULL) = (hot_amount IS NULL)) AND ((cold_index IS NULL) = (cold_amount IS NULL)))),
  constraint cold_payment_check2 CHECK ((((final_at IS NULL) = (fee_paid IS NULL)) AND ((final_at IS NULL) = (block_height IS NULL)) AND ((final_at IS NULL) = (block_hash IS NULL)))),
  constraint cold_payment_cold_amount_check CHECK ((cold_amount > 0)),
  constraint cold_payment_cold_index_check CHECK ((cold_index >= 0)),
  constraint cold_payment_fee_paid_check CHECK ((fee_paid >= 0)),
  constraint cold_payment_hot_amount_check CHECK ((hot_amount > 0)),
  constraint cold_payment_hot_index_check CHECK ((hot_index >= 0)),
  constraint cold_payment_hot_number_check CHECK ((hot_number >= 0)),
  constraint cold_payment_outpoints_check CHECK (((cardinality(outpoints) >= 1) AND (cardinality(outpoints) <= 1000))),
  constraint cold_payment_payload_check CHECK ((length(payload) <= 400000)),
  constraint cold_payment_signed_has_txid CHECK (((bytes IS NULL) OR (txid IS NOT NULL))),
  constraint cold_payment_since_height_check CHECK ((since_height >= 0)),
  constraint cold_payment_txid_check CHECK ((txid ~ '^(0x)?[0-9a-f]{64}$'::text)),
  constraint cold_payment_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES cold_transfer(id),
  constraint cold_payment_pkey PRIMARY KEY (transfer_id, attempt),
  constraint cold_payment_txid_key UNIQUE (txid)
);

create table cold_transfer (
  id bigint not null generated always as identity,
  kind text not null,
  wallet_id bigint,
  cold_number integer,
  amount bigint not null,
  begun_at timestamp with time zone not null,
  added_by bigint,
  approved_by bigint,
  cancelled_at timestamp with time zone,
  ended_at timestamp with time zone,
  is_paid boolean,
  network text not null,
  constraint cold_refill_is_bitcoin CHECK (((kind = 'OVERFLOW'::text) OR (network = 'BITCOIN'::text))),
  constraint cold_refill_of_two_people CHECK ((added_by <> approved_by)),
  constraint cold_transfer_amount_check CHECK ((amount > 0)),
  constraint cold_transfer_check CHECK ((((kind = 'REFILL'::text) = (added_by IS NOT NULL)) AND ((added_by IS NULL) = (approved_by IS NULL)))),
  constraint cold_transfer_check1 CHECK (((ended_at IS NULL) = (is_paid IS NULL))),
  constraint cold_transfer_check2 CHECK (((cancelled_at IS NULL) OR (kind = 'REFILL'::text))),
  constraint cold_transfer_has_its_wallet CHECK ((num_nulls(wallet_id, cold_number) =
CASE kind
    WHEN 'ROTATION'::text THEN 2
    ELSE 0
END)),
  constraint cold_transfer_kind_check CHECK ((kind = ANY (ARRAY['OVERFLOW'::text, 'REFILL'::text, 'ROTATION'::text]))),
  constraint cold_transfer_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint cold_transfer_added_by_fkey FOREIGN KEY (added_by) REFERENCES staff(id),
  constraint cold_transfer_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint cold_transfer_network_fkey FOREIGN KEY (wallet_id, network) REFERENCES cold_wallet(id, network),
  constraint cold_transfer_wallet_id_cold_number_fkey FOREIGN KEY (wallet_id, cold_number) REFERENCES cold_address(wallet_id, number),
  constraint cold_transfer_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES cold_wallet(id),
  constraint cold_transfer_pkey PRIMARY KEY (id)
);

create table cold_wallet (
  id bigint not null generated always as identity,
  network text not null,
  version integer not null,
  descriptor text not null,
  added_at timestamp with time zone not null,
  added_by bigint not null,
  approved_by bigint not null,
  constraint cold_wallet_descriptor_check CHECK ((length(descriptor) <= 1000)),
  constraint cold_wallet_has_its_form CHECK (
CASE network
    WHEN 'BITCOIN'::text THEN (descriptor ~ '^wsh\(sortedmulti\(2(,\[[0-9a-f]{8}[0-9h''/]*\][xt]pub[1-9A-HJ-NP-Za-km-z]+[0-9/]*/\*){3}\)\)#[0-9a-z]{8}$'::text)
    ELSE (descriptor ~ '^0x[0-9a-fA-F]{40}$'::text)
END),
  constraint cold_wallet_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint cold_wallet_of_two_people CHECK ((added_by <> approved_by)),
  constraint cold_wallet_version_check CHECK ((version > 0)),
  constraint cold_wallet_added_by_fkey FOREIGN KEY (added_by) REFERENCES staff(id),
  constraint cold_wallet_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint cold_wallet_pkey PRIMARY KEY (id),
  constraint cold_wallet_network_descriptor_key UNIQUE (network, descriptor),
  constraint cold_wallet_network_version_key UNIQUE (network, version),
  constraint cold_wallet_of_network UNIQUE (id, network)
);

create table content_image (
  hash bytea not null,
  type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  created_at timestamp with time zone not null,
  created_by text not null,
  constraint content_image_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 1048576))),
  constraint content_image_check CHECK ((hash = sha256(bytes))),
  constraint content_image_height_check CHECK (((height >= 1) AND (height <= 4096))),
  constraint content_image_type_check CHECK ((type = ANY (ARRAY['png'::text, 'jpg'::text, 'webp'::text, 'gif'::text]))),
  constraint content_image_width_check CHECK (((width >= 1) AND (width <= 4096))),
  constraint content_image_pkey PRIMARY KEY (hash)
);

create table content_revision (
  id bigint not null generated always as identity,
  kind text not null,
  name text not null,
  version text,
  title text,
  text text,
  html text,
  image_hash bytea,
  url text,
  is_force boolean not null default false,
  content_hash bytea not null,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  audience_tag text,
  "position" integer not null default 0,
  created_at timestamp with time zone not null,
  created_by text not null,
  published_at timestamp with time zone,
  published_by text,
  approved_by text,
  withdrawn_at timestamp with time zone,
  withdrawn_by text,
  constraint content_revision_audience_tag_check CHECK (((length(audience_tag) >= 1) AND (length(audience_tag) <= 64))),
  constraint content_revision_check CHECK ((ends_at > starts_at)),
  constraint content_revision_check1 CHECK ((((published_at IS NULL) = (published_by IS NULL)) AND ((withdrawn_at IS NULL) = (withdrawn_by IS NULL)))),
  constraint content_revision_check2 CHECK (((published_at IS NULL) OR (starts_at IS NOT NULL))),
  constraint content_revision_check3 CHECK (((withdrawn_at IS NULL) OR (published_at IS NOT NULL))),
  constraint content_revision_check4 CHECK ((approved_by <> published_by)),
  constraint content_revision_check5 CHECK (((num_nonnulls(url, html) < 2) OR (kind <> ALL (ARRAY['BANNER'::text, 'POPUP'::text])))),
  constraint content_revision_check6 CHECK (((NOT is_force) OR (kind = 'VERSION'::text))),
  constraint content_revision_content_hash_check CHECK ((length(content_hash) = 32)),
  constraint content_revision_html_check CHECK (((length(html) >= 1) AND (length(html) <= 20000))),
  constraint content_revision_kind_check CHECK ((kind = ANY (ARRAY['BANNER'::text, 'NOTICE'::text, 'POPUP'::text, 'FORCED'::text, 'AGREEMENT'::text, 'VERSION'::text]))),
  constraint content_revision_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9._-]{0,47}$'::text)),
  constraint content_revision_position_check CHECK ((("position" >= 0) AND ("position" <= 999))),
  constraint content_revision_text_check CHECK (((length(text) >= 1) AND (length(text) <= 20000))),
  constraint content_revision_title_check CHECK (((length(title) >= 1) AND (length(title) <= 60))),
  constraint content_revision_url_check CHECK (((length(url) <= 500) AND (url ~ '^https?://'::text))),
  constraint content_revision_version_check CHECK (((length(version) >= 1) AND (length(version) <= 32))),
  constraint parts_of_its_kind CHECK (
CASE kind
    WHEN 'BANNER'::text THEN ((image_hash IS NOT NULL) AND ((html IS NULL) OR (title IS NOT NULL)) AND (num_nonnulls(text, version) = 0))
    WHEN 'POPUP'::text THEN ((image_hash IS NOT NULL) AND ((html IS NULL) OR (title IS NOT NULL)) AND (num_nonnulls(text, version) = 0))
    WHEN 'NOTICE'::text THEN ((text IS NOT NULL) AND (length(text) <= 500) AND (title IS NOT NULL) AND (num_nonnulls(image_hash, url, version) = 0))
    WHEN 'FORCED'::text THEN ((html IS NOT NULL) AND (num_nonnulls(text, url, version) = 0))
    WHEN 'AGREEMENT'::text THEN ((num_nonnulls(version, title, text) = 3) AND (num_nonnulls(html, image_hash, url, ends_at, audience_tag) = 0))
    ELSE ((name ~ '^[0-9]\.[0-9]\.[0-9]\.[0-9]$'::text) AND (html IS NOT NULL) AND (num_nonnulls(text, image_hash, url, version, audience_tag) = 0))
END),
  constraint content_revision_image_hash_fkey FOREIGN KEY (image_hash) REFERENCES content_image(hash),
  constraint content_revision_pkey PRIMARY KEY (id)
);

create table custody_comparison (
  id bigint not null generated always as identity,
  coin text not null,
  compared_at timestamp with time zone not null,
  ledger bigint,
  chain bigint,
  unknown text,
  constraint custody_comparison_check CHECK ((((ledger IS NULL) = (chain IS NULL)) AND ((ledger IS NULL) <> (unknown IS NULL)))),
  constraint custody_comparison_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'USDT'::text, 'ETH'::text]))),
  constraint custody_comparison_unknown_check CHECK (((length(unknown) >= 1) AND (length(unknown) <= 500))),
  constraint custody_comparison_pkey PRIMARY KEY (id)
);

create table customer (
  id bigint not null generated always as identity,
  account text not null,
  nickname text not null default ''::text,
  tags text[] not null default '{}'::text[],
  status text not null default 'ACTIVE'::text,
  password_hash text,
  funds_password_hash text,
  password_changed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  funds_password_changed_at timestamp with time zone,
  contact_held_until timestamp with time zone,
  second_factor_held_until timestamp with time zone,
  constraint closed_without_passwords CHECK (((status <> 'CLOSED'::text) OR ((password_hash IS NULL) AND (funds_password_hash IS NULL)))),
  constraint customer_account_check CHECK (((length(account) >= 5) AND (length(account) <= 128))),
  constraint customer_account_form CHECK (
CASE status
    WHEN 'CLOSED'::text THEN (account = ('closed-'::text || id))
    ELSE ((account ~ '^1[3-9][0-9]{9}$'::text) OR (account ~ '^[a-z0-9_.+-]+@[a-z0-9.-]+$'::text))
END),
  constraint customer_nickname_check CHECK ((length(nickname) <= 64)),
  constraint customer_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text, 'CLOSED'::text]))),
  constraint tags_are_bounded CHECK ((cardinality(tags) <= 20)),
  constraint customer_pkey PRIMARY KEY (id),
  constraint customer_account_key UNIQUE (account)
);

create table customer_contact_change (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  old_contact text not null,
  new_contact text not null,
  new_code_id bigint not null,
  old_code_id bigint,
  staff_id bigint not null,
  approved_by bigint,
  changed_at timestamp with time zone not null,
  held_until timestamp with time zone,
  constraint customer_contact_change_check CHECK ((held_until >= (changed_at + '72:00:00'::interval))),
  constraint customer_contact_change_check1 CHECK ((old_contact <> new_contact)),
  constraint customer_contact_change_new_contact_check CHECK (((length(new_contact) >= 5) AND (length(new_contact) <= 128))),
  constraint customer_contact_change_old_contact_check CHECK (((length(old_contact) >= 5) AND (length(old_contact) <= 128))),
  constraint held_until_is_bounded CHECK ((held_until <= (changed_at + '73:00:00'::interval))),
  constraint held_when_lost CHECK (((old_code_id IS NULL) = (held_until IS NOT NULL))),
  constraint two_people_when_lost CHECK ((((old_code_id IS NULL) = (approved_by IS NOT NULL)) AND (approved_by IS DISTINCT FROM staff_id))),
  constraint customer_contact_change_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint customer_contact_change_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_contact_change_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint customer_contact_change_pkey PRIMARY KEY (id),
  constraint customer_contact_change_new_code_id_key UNIQUE (new_code_id),
  constraint customer_contact_change_old_code_id_key UNIQUE (old_code_id)
);

create table customer_departure (
  customer_id bigint not null,
  contact text not null,
  left_at timestamp with time zone not null,
  staff_id bigint not null,
  approved_by bigint not null,
  transfer_id bigint,
  receipt text,
  constraint customer_departure_check CHECK (((receipt IS NULL) OR (transfer_id IS NOT NULL))),
  constraint customer_departure_contact_check CHECK (((length(contact) >= 5) AND (length(contact) <= 128))),
  constraint customer_departure_receipt_check CHECK (((length(receipt) >= 1) AND (length(receipt) <= 200))),
  constraint two_people CHECK ((approved_by <> staff_id)),
  constraint customer_departure_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint customer_departure_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_departure_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint customer_departure_pkey PRIMARY KEY (customer_id),
  constraint customer_departure_transfer_id_key UNIQUE (transfer_id)
);

create table customer_departure_rest (
  customer_id bigint not null,
  account text not null,
  coin text not null,
  kind text not null,
  amount bigint not null,
  constraint customer_departure_rest_account_check CHECK ((account = ANY (ARRAY['OUTPUT_ACCOUNT'::text, 'ELE_ACCOUNT'::text]))),
  constraint customer_departure_rest_amount_check CHECK ((amount > 0)),
  constraint customer_departure_rest_check CHECK (((kind = 'OWN'::text) OR (account = 'ELE_ACCOUNT'::text))),
  constraint customer_departure_rest_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'USDT'::text, 'ETH'::text, 'DOGE'::text]))),
  constraint customer_departure_rest_kind_check CHECK ((kind = ANY (ARRAY['OWN'::text, 'PROMOTION'::text]))),
  constraint customer_departure_rest_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer_departure(customer_id),
  constraint customer_departure_rest_pkey PRIMARY KEY (customer_id, account, coin, kind)
);

create table customer_freeze (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  reason text not null,
  frozen_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  deposit_id bigint,
  constraint customer_freeze_check CHECK ((lifted_at >= frozen_at)),
  constraint customer_freeze_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint customer_freeze_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_freeze_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  constraint customer_freeze_pkey PRIMARY KEY (id)
);

create table customer_message (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  key text not null,
  kind text not null,
  event text not null,
  detail jsonb not null default '{}'::jsonb,
  target text,
  target_id bigint,
  at timestamp with time zone not null,
  delivery text not null,
  sent_at timestamp with time zone,
  read_at timestamp with time zone,
  constraint customer_message_check CHECK (((target_id IS NULL) OR (target IS NOT NULL))),
  constraint customer_message_delivery_check CHECK ((delivery = ANY (ARRAY['NEVER'::text, 'CHOSEN'::text, 'ALWAYS'::text]))),
  constraint customer_message_detail_check CHECK ((length((detail)::text) <= 4000)),
  constraint customer_message_event_check CHECK ((event ~ '^[A-Z_]{3,40}$'::text)),
  constraint customer_message_key_check CHECK (((length(key) >= 3) AND (length(key) <= 120))),
  constraint customer_message_kind_check CHECK ((kind = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'ELECTRICITY'::text, 'MACHINE'::text, 'TERMS'::text, 'MAINTENANCE'::text, 'SUPPORT'::text, 'SECURITY'::text]))),
  constraint customer_message_target_check CHECK ((target = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'ELECTRICITY'::text, 'MACHINE'::text, 'SUPPORT'::text]))),
  constraint customer_message_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_message_pkey PRIMARY KEY (id),
  constraint customer_message_customer_id_key_key UNIQUE (customer_id, key)
);

create table customer_second_contact (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  contact text not null,
  new_code_id bigint not null,
  own_code_id bigint not null,
  staff_id bigint not null,
  at timestamp with time zone not null,
  constraint customer_second_contact_contact_check CHECK (((length(contact) >= 5) AND (length(contact) <= 128))),
  constraint customer_second_contact_contact_check1 CHECK (((contact ~ '^1[3-9][0-9]{9}$'::text) OR (contact ~ '^[a-z0-9_.+-]+@[a-z0-9.-]+$'::text))),
  constraint customer_second_contact_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_second_contact_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint customer_second_contact_pkey PRIMARY KEY (id),
  constraint customer_second_contact_new_code_id_key UNIQUE (new_code_id),
  constraint customer_second_contact_own_code_id_key UNIQUE (own_code_id)
);

create table customer_tag (
  tag text not null,
  customer_id bigint not null,
  constraint customer_tag_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_tag_pkey PRIMARY KEY (tag, customer_id)
);

create table day_close (
  kind text not null,
  date date not null,
  started_at timestamp with time zone not null,
  inputs jsonb not null,
  closed_at timestamp with time zone,
  seal bytea,
  tie_out jsonb,
  constraint day_close_check CHECK ((((closed_at IS NULL) = (seal IS NULL)) AND ((closed_at IS NULL) = (tie_out IS NULL)))),
  constraint day_close_date_is_a_day CHECK (((date >= '2009-01-03'::date) AND (date <= '9998-12-31'::date))),
  constraint day_close_kind_check CHECK ((kind = ANY (ARRAY['mining'::text, 'coin-up'::text]))),
  constraint day_close_seal_check CHECK ((length(seal) = 32)),
  constraint day_close_pkey PRIMARY KEY (kind, date)
);

create table day_close_batch (
  kind text not null,
  date date not null,
  stage text not null,
  batch integer not null,
  first_customer bigint not null,
  last_customer bigint not null,
  finished_at timestamp with time zone,
  result jsonb,
  constraint day_close_batch_check CHECK ((last_customer >= first_customer)),
  constraint day_close_batch_check1 CHECK (((finished_at IS NULL) = (result IS NULL))),
  constraint day_close_batch_kind_date_fkey FOREIGN KEY (kind, date) REFERENCES day_close(kind, date),
  constraint day_close_batch_pkey PRIMARY KEY (kind, date, stage, batch)
);

create table day_close_order (
  id bigint not null generated always as identity,
  kind text not null,
  date date not null,
  work text not null,
  ordered_by bigint not null,
  ordered_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  outcome text,
  findings jsonb,
  trial jsonb,
  constraint day_close_order_check CHECK ((ended_at >= ordered_at)),
  constraint day_close_order_check1 CHECK ((((ended_at IS NULL) = (outcome IS NULL)) AND ((ended_at IS NULL) = (findings IS NULL)))),
  constraint day_close_order_findings_check CHECK ((jsonb_typeof(findings) = 'array'::text)),
  constraint day_close_order_kind_check CHECK ((kind = ANY (ARRAY['mining'::text, 'coin-up'::text]))),
  constraint day_close_order_outcome_check CHECK ((outcome = ANY (ARRAY['CLEAR'::text, 'FOUND'::text, 'CLOSED'::text, 'REFUSED'::text, 'FAILED'::text]))),
  constraint day_close_order_trial_check CHECK ((jsonb_typeof(trial) = 'object'::text)),
  constraint day_close_order_work_check CHECK ((work = ANY (ARRAY['CHECK'::text, 'CLOSE'::text]))),
  constraint day_close_order_ordered_by_fkey FOREIGN KEY (ordered_by) REFERENCES staff(id),
  constraint day_close_order_pkey PRIMARY KEY (id)
);

create table day_close_preflight (
  kind text not null,
  date date not null,
  ran_at timestamp with time zone not null,
  findings jsonb not null,
  trial jsonb,
  constraint day_close_preflight_findings_check CHECK ((jsonb_typeof(findings) = 'array'::text)),
  constraint day_close_preflight_kind_check CHECK ((kind = ANY (ARRAY['mining'::text, 'coin-up'::text]))),
  constraint day_close_preflight_trial_check CHECK ((jsonb_typeof(trial) = 'object'::text)),
  constraint day_close_preflight_pkey PRIMARY KEY (kind, date)
);

create table day_close_refusal (
  kind text not null,
  date date not null,
  at timestamp with time zone not null,
  count integer not null,
  reasons jsonb not null,
  constraint day_close_refusal_count_check CHECK ((count > 0)),
  constraint day_close_refusal_kind_check CHECK ((kind = ANY (ARRAY['mining'::text, 'coin-up'::text]))),
  constraint day_close_refusal_reasons_check CHECK ((jsonb_typeof(reasons) = 'array'::text)),
  constraint day_close_refusal_pkey PRIMARY KEY (kind, date)
);

create table deny_list (
  network text not null,
  address_key text not null,
  note text not null,
  added_at timestamp with time zone not null,
  constraint deny_list_address_key_check CHECK (is_address_key(network, address_key)),
  constraint deny_list_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint deny_list_note_check CHECK (((length(note) >= 1) AND (length(note) <= 200))),
  constraint deny_list_pkey PRIMARY KEY (network, address_key)
);

create table deposit (
  id bigint not null generated always as identity,
  network text not null,
  txid text not null,
  output_index integer not null,
  address_number integer not null,
  customer_id bigint not null,
  coin text not null,
  amount bigint not null,
  status text not null,
  height integer,
  block_hash text,
  needed integer not null,
  seen_at timestamp with time zone not null,
  credited_at timestamp with time zone,
  transfer_id bigint,
  removals integer not null default 0,
  constraint deposit_amount_check CHECK ((amount > 0)),
  constraint deposit_block_hash_check CHECK ((length(block_hash) <= 128)),
  constraint deposit_check CHECK (((height IS NULL) = (block_hash IS NULL))),
  constraint deposit_check1 CHECK (((height IS NOT NULL) = (status = ANY (ARRAY['CONFIRMING'::text, 'BELOW_MINIMUM'::text, 'CREDITED'::text])))),
  constraint deposit_check2 CHECK (((transfer_id IS NULL) = (credited_at IS NULL))),
  constraint deposit_check3 CHECK (((transfer_id IS NOT NULL) OR (status <> 'CREDITED'::text))),
  constraint deposit_check4 CHECK (((transfer_id IS NULL) OR (status = ANY (ARRAY['CREDITED'::text, 'ORPHANED'::text])))),
  constraint deposit_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'USDT'::text]))),
  constraint deposit_needed_check CHECK ((needed > 0)),
  constraint deposit_output_index_check CHECK ((output_index >= 0)),
  constraint deposit_removals_check CHECK ((removals >= 0)),
  constraint deposit_status_check CHECK ((status = ANY (ARRAY['SEEN'::text, 'CONFIRMING'::text, 'BELOW_MINIMUM'::text, 'CREDITED'::text, 'ORPHANED'::text]))),
  constraint deposit_txid_check CHECK ((txid ~ '^(0x)?[0-9a-f]{64}$'::text)),
  constraint deposit_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint deposit_network_address_number_fkey FOREIGN KEY (network, address_number) REFERENCES deposit_address(network, number),
  constraint deposit_pkey PRIMARY KEY (id),
  constraint deposit_network_txid_output_index_key UNIQUE (network, txid, output_index)
);

create table deposit_address (
  network text not null,
  number integer not null,
  customer_id bigint not null,
  address text not null,
  key text not null,
  given_at timestamp with time zone not null,
  generation integer not null default (number / 100000000),
  constraint deposit_address_address_check CHECK (((length(address) >= 1) AND (length(address) <= 128))),
  constraint deposit_address_key_check CHECK (is_address_key(network, key)),
  constraint deposit_address_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint deposit_address_number_check CHECK ((number >= 0)),
  constraint deposit_address_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint deposit_address_pkey PRIMARY KEY (network, number),
  constraint deposit_address_network_customer_id_generation_key UNIQUE (network, customer_id, generation),
  constraint deposit_address_network_key_key UNIQUE (network, key)
);

create table deposit_address_floor (
  network text not null,
  number integer not null,
  set_at timestamp with time zone not null,
  constraint deposit_address_floor_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint deposit_address_floor_number_check CHECK ((number > 0)),
  constraint deposit_address_floor_pkey PRIMARY KEY (network, number)
);

create table deposit_claw_back (
  deposit_id bigint not null,
  removal integer not null,
  transfer_id bigint not null,
  clawed_back_at timestamp with time zone not null,
  return_transfer_id bigint,
  returned_at timestamp with time zone,
  part integer not null,
  amount bigint not null,
  constraint deposit_claw_back_amount_check CHECK ((amount > 0)),
  constraint deposit_claw_back_check CHECK (((return_transfer_id IS NULL) = (returned_at IS NULL))),
  constraint deposit_claw_back_part_check CHECK ((part > 0)),
  constraint deposit_claw_back_removal_check CHECK ((removal > 0)),
  constraint deposit_claw_back_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  constraint deposit_claw_back_pkey PRIMARY KEY (deposit_id, removal, part),
  constraint deposit_claw_back_return_transfer_id_key UNIQUE (return_transfer_id),
  constraint deposit_claw_back_transfer_id_key UNIQUE (transfer_id)
);

create table deposit_write_off (
  deposit_id bigint not null,
  removal integer not null,
  part integer not null,
  key text not null,
  amount bigint not null,
  transfer_id bigint not null,
  written_off_at timestamp with time zone not null,
  reversal_transfer_id bigint,
  reversed_at timestamp with time zone,
  constraint deposit_write_off_amount_check CHECK ((amount > 0)),
  constraint deposit_write_off_check CHECK (((reversal_transfer_id IS NULL) = (reversed_at IS NULL))),
  constraint deposit_write_off_key_check CHECK (((length(key) >= 1) AND (length(key) <= 160))),
  constraint deposit_write_off_part_check CHECK ((part > 0)),
  constraint deposit_write_off_removal_check CHECK ((removal > 0)),
  constraint deposit_write_off_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  constraint deposit_write_off_pkey PRIMARY KEY (deposit_id, removal, part),
  constraint deposit_write_off_deposit_id_removal_key_key UNIQUE (deposit_id, removal, key),
  constraint deposit_write_off_reversal_transfer_id_key UNIQUE (reversal_transfer_id),
  constraint deposit_write_off_transfer_id_key UNIQUE (transfer_id)
);

create table derived_address (
  network text not null,
  number integer not null,
  address text not null,
  key text not null,
  constraint derived_address_address_check CHECK (((length(address) >= 14) AND (length(address) <= 128))),
  constraint derived_address_check CHECK (is_address_key(network, key)),
  constraint derived_address_number_check CHECK ((number >= 0)),
  constraint derived_address_pkey PRIMARY KEY (network, number)
);

create table electricity_account (
  customer_id bigint not null,
  pay_mode text not null default 'PREPAID_FIRST'::text,
  promo_remaining bigint not null default 0,
  constraint electricity_account_pay_mode_check CHECK ((pay_mode = ANY (ARRAY['PREPAID_FIRST'::text, 'OUTPUT_FIRST'::text]))),
  constraint electricity_account_promo_remaining_check CHECK ((promo_remaining >= 0)),
  constraint electricity_account_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint electricity_account_pkey PRIMARY KEY (customer_id)
);

create table electricity_charge (
  machine_id bigint not null,
  date date not null,
  customer_id bigint not null,
  machine_no text not null,
  coin text not null,
  running_seconds integer not null,
  power_watts integer not null,
  price numeric not null,
  amount bigint not null,
  paid_prepaid bigint not null default 0,
  paid_output_usdt bigint not null default 0,
  owed bigint not null,
  waived bigint not null default 0,
  paid_btc bigint not null default 0,
  paid_eth bigint not null default 0,
  paid_doge bigint not null default 0,
  paid_promotion bigint not null default 0,
  charged_at timestamp with time zone,
  constraint electricity_charge_adds_up CHECK ((amount = (((paid_prepaid + paid_output_usdt) + waived) + owed))),
  constraint electricity_charge_amount_check CHECK ((amount >= 0)),
  constraint electricity_charge_owed_check CHECK ((owed >= 0)),
  constraint electricity_charge_paid_btc_check CHECK ((paid_btc >= 0)),
  constraint electricity_charge_paid_doge_check CHECK ((paid_doge >= 0)),
  constraint electricity_charge_paid_eth_check CHECK ((paid_eth >= 0)),
  constraint electricity_charge_paid_output_usdt_check CHECK ((paid_output_usdt >= 0)),
  constraint electricity_charge_paid_prepaid_check CHECK ((paid_prepaid >= 0)),
  constraint electricity_charge_promotion CHECK (((paid_promotion >= 0) AND (paid_promotion <= paid_prepaid))),
  constraint electricity_charge_running_seconds_check CHECK (((running_seconds >= 0) AND (running_seconds <= 86400))),
  constraint electricity_charge_waived_check CHECK ((waived >= 0)),
  constraint electricity_charge_pkey PRIMARY KEY (date, machine_id)
) partition by RANGE (date);

create table electricity_warning (
  customer_id bigint not null,
  level smallint not null,
  days_left integer not null,
  available bigint not null,
  owes boolean not null,
  date date not null,
  at timestamp with time zone not null,
  constraint electricity_warning_days_left_check CHECK ((days_left >= 0)),
  constraint electricity_warning_level_check CHECK ((level = ANY (ARRAY[1, 3, 7, 99]))),
  constraint electricity_warning_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint electricity_warning_pkey PRIMARY KEY (customer_id)
);

create table exchange_rate (
  quoted_at timestamp with time zone not null,
  cny bigint not null,
  source text not null,
  created_at timestamp with time zone not null,
  constraint exchange_rate_cny_check CHECK ((cny > 0)),
  constraint exchange_rate_source_check CHECK (((length(source) >= 1) AND (length(source) <= 64))),
  constraint exchange_rate_pkey PRIMARY KEY (quoted_at)
);

create table forced_notice_confirmation (
  customer_id bigint not null,
  content_hash bytea not null,
  revision_id bigint not null,
  device_id text,
  confirmed_at timestamp with time zone not null,
  constraint forced_notice_confirmation_content_hash_check CHECK ((length(content_hash) = 32)),
  constraint forced_notice_confirmation_device_id_check CHECK ((length(device_id) <= 128)),
  constraint forced_notice_confirmation_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint forced_notice_confirmation_revision_id_fkey FOREIGN KEY (revision_id) REFERENCES content_revision(id),
  constraint forced_notice_confirmation_pkey PRIMARY KEY (customer_id, content_hash)
);

create table funds_password_attempt (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  at timestamp with time zone not null,
  failed boolean not null default false,
  constraint funds_password_attempt_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint funds_password_attempt_pkey PRIMARY KEY (id)
);

create table funds_password_token (
  token_hash bytea not null,
  customer_id bigint not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint funds_password_token_purpose_check CHECK ((purpose = ANY (ARRAY['WITHDRAW'::text, 'COIN_UP'::text]))),
  constraint funds_password_token_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint funds_password_token_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint funds_password_token_pkey PRIMARY KEY (token_hash)
);

create table hosting_charge (
  machine_id bigint not null,
  month date not null,
  customer_id bigint not null,
  days integer not null,
  amount bigint not null,
  paid_prepaid bigint not null default 0,
  owed bigint not null,
  charged_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  id bigint not null generated always as identity,
  date date not null,
  first_day date not null,
  last_day date not null,
  monthly_fee bigint,
  adjustment_id bigint,
  paid_btc bigint not null default 0,
  paid_eth bigint not null default 0,
  paid_doge bigint not null default 0,
  paid_output_usdt bigint not null default 0,
  waived bigint not null default 0,
  constraint hosting_charge_adds_up CHECK ((amount = (((paid_prepaid + paid_output_usdt) + waived) + owed))),
  constraint hosting_charge_amount_check CHECK ((amount >= 0)),
  constraint hosting_charge_days CHECK (
CASE
    WHEN (adjustment_id IS NULL) THEN ((days = ((last_day - first_day) + 1)) AND (days >= 1))
    ELSE (days = 0)
END),
  constraint hosting_charge_in_month CHECK (((first_day >= month) AND (last_day < (month + '1 mon'::interval)))),
  constraint hosting_charge_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint hosting_charge_owed_check CHECK ((owed >= 0)),
  constraint hosting_charge_paid_btc_check CHECK ((paid_btc >= 0)),
  constraint hosting_charge_paid_check CHECK ((paid_prepaid >= 0)),
  constraint hosting_charge_paid_doge_check CHECK ((paid_doge >= 0)),
  constraint hosting_charge_paid_eth_check CHECK ((paid_eth >= 0)),
  constraint hosting_charge_paid_output_usdt_check CHECK ((paid_output_usdt >= 0)),
  constraint hosting_charge_waived_check CHECK ((waived >= 0)),
  constraint hosting_charge_adjustment_id_fkey FOREIGN KEY (adjustment_id) REFERENCES charge_adjustment(id),
  constraint hosting_charge_pkey PRIMARY KEY (id),
  constraint hosting_charge_adjustment_id_key UNIQUE (adjustment_id)
);

create table house_address (
  network text not null,
  number integer not null,
  address text not null,
  key text not null,
  generation integer not null default (number / 100000000),
  purpose text not null default 
CASE (number % 100000000)
    WHEN 0 THEN 'FUNDING'::text
    WHEN 1 THEN 'POOL'::text
    ELSE 'OTHER'::text
END,
  constraint house_address_address_check CHECK (((length(address) >= 1) AND (length(address) <= 128))),
  constraint house_address_key_check CHECK (is_address_key(network, key)),
  constraint house_address_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint house_address_number_check CHECK ((number >= 0)),
  constraint house_address_pkey PRIMARY KEY (network, number),
  constraint house_address_network_key_key UNIQUE (network, key)
);

create table house_arrival (
  id bigint not null generated always as identity,
  network text not null,
  txid text not null,
  coin text not null,
  output_index integer not null,
  address_key text not null,
  amount numeric(40,0) not null,
  status text not null,
  height integer,
  block_hash text,
  needed integer not null,
  seen_at timestamp with time zone not null,
  times_posted integer not null default 0,
  goes_to text not null,
  constraint house_arrival_amount_check CHECK ((amount > (0)::numeric)),
  constraint house_arrival_block_hash_check CHECK ((length(block_hash) <= 128)),
  constraint house_arrival_check CHECK ((((height IS NULL) = (block_hash IS NULL)) AND ((height IS NULL) = (status = 'ORPHANED'::text)))),
  constraint house_arrival_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'USDT'::text, 'ETH'::text]))),
  constraint house_arrival_goes_to_check CHECK ((goes_to = ANY (ARRAY['TREASURY'::text, 'SUSPENSE'::text]))),
  constraint house_arrival_needed_check CHECK ((needed > 0)),
  constraint house_arrival_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint house_arrival_output_index_check CHECK ((output_index >= 0)),
  constraint house_arrival_status_check CHECK ((status = ANY (ARRAY['CONFIRMING'::text, 'POSTED'::text, 'ORPHANED'::text]))),
  constraint house_arrival_times_posted_check CHECK ((times_posted >= 0)),
  constraint house_arrival_txid_check CHECK ((txid ~ '^(0x)?[0-9a-f]{64}$'::text)),
  constraint house_arrival_pkey PRIMARY KEY (id),
  constraint house_arrival_network_txid_coin_output_index_key UNIQUE (network, txid, coin, output_index)
);

create table installation (
  only_row boolean not null default true,
  mode text not null,
  clock_offset_hours integer not null default 0,
  pepper_fingerprint bytea,
  demo_first_day date,
  demo_seeded_at timestamp with time zone,
  previous_pepper_fingerprint bytea,
  constraint installation_clock_offset_hours_check CHECK ((clock_offset_hours >= 0)),
  constraint installation_mode_check CHECK ((mode = ANY (ARRAY['demo'::text, 'demo-empty'::text, 'production'::text]))),
  constraint installation_only_row_check CHECK (only_row),
  constraint installation_pepper_fingerprint_check CHECK ((length(pepper_fingerprint) = 32)),
  constraint installation_previous_pepper_fingerprint_check CHECK ((length(previous_pepper_fingerprint) = 32)),
  constraint installation_pkey PRIMARY KEY (only_row)
);

create table key_generation (
  generation integer not null,
  public_keys text[] not null,
  begun_at timestamp with time zone not null,
  added_by bigint not null,
  approved_by bigint not null,
  constraint key_generation_generation_check CHECK (((generation >= 1) AND (generation <= 20))),
  constraint key_generation_of_two_people CHECK ((added_by <> approved_by)),
  constraint key_generation_public_keys_check CHECK ((cardinality(public_keys) = 3)),
  constraint key_generation_added_by_fkey FOREIGN KEY (added_by) REFERENCES staff(id),
  constraint key_generation_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint key_generation_pkey PRIMARY KEY (generation)
);

create table key_retirement (
  generation integer not null,
  retired_at timestamp with time zone not null,
  retired_by bigint not null,
  approved_by bigint not null,
  constraint key_retirement_generation_check CHECK (((generation >= 0) AND (generation <= 19))),
  constraint key_retirement_of_two_people CHECK ((retired_by <> approved_by)),
  constraint key_retirement_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint key_retirement_retired_by_fkey FOREIGN KEY (retired_by) REFERENCES staff(id),
  constraint key_retirement_pkey PRIMARY KEY (generation)
);

create table local_message (
  id bigint not null generated always as identity,
  recipient text not null,
  scene text not null,
  code text,
  sent_at timestamp with time zone not null,
  text text not null default ''::text,
  constraint local_message_text_check CHECK ((length(text) <= 1000)),
  constraint local_message_pkey PRIMARY KEY (id)
);

create table login_attempt (
  id bigint not null generated always as identity,
  account text not null,
  at timestamp with time zone not null,
  failed boolean not null default false,
  device_id text,
  constraint login_attempt_account_check CHECK ((length(account) <= 128)),
  constraint login_attempt_device_id_check CHECK ((length(device_id) <= 128)),
  constraint login_attempt_pkey PRIMARY KEY (id)
);

create table machine (
  id bigint not null generated always as identity,
  machine_no text not null,
  customer_id bigint not null,
  model_id bigint not null,
  site_id bigint not null,
  tariff_name text not null default ''::text,
  purchase_kind text not null,
  coin text not null,
  hashrate numeric not null,
  hashrate_unit text not null,
  power_watts integer not null,
  pool_fee_rate numeric not null,
  hosting_fee_monthly bigint,
  start_time timestamp with time zone not null,
  end_time timestamp with time zone,
  status text not null,
  wanted_status text,
  contract_ended boolean not null default false,
  status_since timestamp with time zone not null,
  expected_running_time timestamp with time zone,
  last_running_time timestamp with time zone,
  suspend_time timestamp with time zone,
  repair_time timestamp with time zone,
  arrear_time timestamp with time zone,
  encapsulation_time timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint machine_check CHECK ((end_time > start_time)),
  constraint machine_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'DOGE'::text]))),
  constraint machine_hashrate_check CHECK (((hashrate > (0)::numeric) AND (hashrate < (1000000000)::numeric) AND (scale(hashrate) <= 6))),
  constraint machine_hosting_fee_monthly_check CHECK ((hosting_fee_monthly >= 0)),
  constraint machine_machine_no_check CHECK (((length(machine_no) >= 1) AND (length(machine_no) <= 64))),
  constraint machine_pool_fee_rate_check CHECK (((pool_fee_rate >= (0)::numeric) AND (pool_fee_rate < (1)::numeric) AND (scale(pool_fee_rate) <= 6))),
  constraint machine_power_watts_check CHECK (((power_watts >= 1) AND (power_watts <= 1000000))),
  constraint machine_purchase_kind_check CHECK ((purchase_kind = ANY (ARRAY['SUBSCRIBE'::text, 'THIRD'::text]))),
  constraint machine_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'SUSPEND'::text, 'REPAIR'::text, 'ARREAR'::text, 'ENCAPSULATION'::text]))),
  constraint machine_wanted_status_check CHECK ((wanted_status = ANY (ARRAY['RUNNING'::text, 'SUSPEND'::text]))),
  constraint machine_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint machine_model_id_fkey FOREIGN KEY (model_id) REFERENCES machine_model(id),
  constraint machine_site_id_fkey FOREIGN KEY (site_id) REFERENCES site(id),
  constraint machine_pkey PRIMARY KEY (id),
  constraint machine_machine_no_key UNIQUE (machine_no)
);

create table machine_import (
  id bigint not null generated always as identity,
  imported_at timestamp with time zone not null,
  file_hash bytea not null,
  imported integer not null,
  already_there integer not null,
  constraint machine_import_already_there_check CHECK ((already_there >= 0)),
  constraint machine_import_file_hash_check CHECK ((length(file_hash) = 32)),
  constraint machine_import_imported_check CHECK ((imported >= 0)),
  constraint machine_import_pkey PRIMARY KEY (id)
);

create table machine_model (
  id bigint not null generated always as identity,
  name text not null,
  coin text not null,
  hashrate numeric not null,
  hashrate_unit text not null,
  power_watts integer not null,
  pool_fee_rate numeric not null default 0.04,
  constraint machine_model_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'DOGE'::text]))),
  constraint machine_model_hashrate_check CHECK ((hashrate > (0)::numeric)),
  constraint machine_model_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64))),
  constraint machine_model_pool_fee_rate_check CHECK (((pool_fee_rate >= (0)::numeric) AND (pool_fee_rate < (1)::numeric) AND (scale(pool_fee_rate) <= 6))),
  constraint machine_model_power_watts_check CHECK ((power_watts > 0)),
  constraint machine_model_pkey PRIMARY KEY (id),
  constraint machine_model_name_key UNIQUE (name)
);

create table machine_output (
  machine_id bigint not null,
  date date not null,
  coin text not null,
  customer_id bigint not null,
  hashrate numeric not null,
  running_seconds integer not null,
  epoch_seconds integer[],
  pool_fee_rate numeric,
  gross bigint not null,
  pool_fee bigint not null,
  net bigint not null,
  constraint machine_output_check CHECK (((net >= 0) AND (gross = (net + pool_fee)))),
  constraint machine_output_gross_check CHECK ((gross >= 0)),
  constraint machine_output_pool_fee_check CHECK ((pool_fee >= 0)),
  constraint machine_output_running_seconds_check CHECK (((running_seconds >= 0) AND (running_seconds <= 86400))),
  constraint machine_output_pkey PRIMARY KEY (date, machine_id, coin)
) partition by RANGE (date);

create table machine_purchase (
  machine_id bigint not null,
  customer_id bigint not null,
  price bigint not null,
  recorded_at timestamp with time zone not null,
  recorded_by text not null,
  constraint machine_purchase_price_check CHECK ((price > 0)),
  constraint machine_purchase_recorded_by_check CHECK (((length(recorded_by) >= 1) AND (length(recorded_by) <= 64))),
  constraint machine_purchase_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint machine_purchase_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
  constraint machine_purchase_pkey PRIMARY KEY (machine_id, customer_id)
);

create table machine_status_period (
  machine_id bigint not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  seq integer not null,
  from_status text,
  status text not null,
  by text not null,
  reason text not null,
  recorded_at timestamp with time zone not null,
  correction_id bigint,
  constraint machine_status_period_check CHECK ((ended_at >= started_at)),
  constraint machine_status_period_reason_check CHECK ((length(reason) <= 500)),
  constraint machine_status_period_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES status_correction(id),
  constraint machine_status_period_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
  constraint machine_status_period_pkey PRIMARY KEY (machine_id, seq)
);

create table machine_tally (
  site_id bigint not null,
  model_id bigint not null,
  status text not null,
  machines bigint not null
) with (autovacuum_vacuum_threshold=1000, autovacuum_vacuum_scale_factor=0);

create table machine_terms (
  machine_id bigint not null,
  effective_from date not null,
  effective_to date not null default 'infinity'::date,
  customer_id bigint not null,
  site_id bigint not null,
  tariff_name text not null,
  hashrate numeric not null,
  power_watts integer not null,
  pool_fee_rate numeric not null,
  hosting_fee_monthly bigint,
  end_time timestamp with time zone,
  on_site_from date,
  recorded_at timestamp with time zone not null,
  fields text[] not null default '{}'::text[],
  recorded_by text not null default 'import'::text,
  applied boolean not null default true,
  constraint machine_terms_check CHECK ((effective_to > effective_from)),
  constraint machine_terms_hashrate_check CHECK (((hashrate > (0)::numeric) AND (hashrate < (1000000000)::numeric) AND (scale(hashrate) <= 6))),
  constraint machine_terms_hosting_fee_monthly_check CHECK ((hosting_fee_monthly >= 0)),
  constraint machine_terms_pool_fee_rate_check CHECK (((pool_fee_rate >= (0)::numeric) AND (pool_fee_rate < (1)::numeric) AND (scale(pool_fee_rate) <= 6))),
  constraint machine_terms_power_watts_check CHECK (((power_watts >= 1) AND (power_watts <= 1000000))),
  constraint machine_terms_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint machine_terms_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
  constraint machine_terms_site_id_fkey FOREIGN KEY (site_id) REFERENCES site(id),
  constraint machine_terms_pkey PRIMARY KEY (machine_id, effective_from)
);

create table may_owe (
  customer_id bigint not null,
  account text
) with (autovacuum_vacuum_threshold=1000, autovacuum_vacuum_scale_factor=0);

create table message_preference (
  customer_id bigint not null,
  kind text not null,
  sms boolean not null,
  mail boolean not null,
  constraint message_preference_kind_check CHECK ((kind = ANY (ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'ELECTRICITY'::text, 'MACHINE'::text, 'TERMS'::text, 'MAINTENANCE'::text, 'SUPPORT'::text]))),
  constraint message_preference_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint message_preference_pkey PRIMARY KEY (customer_id, kind)
);

create table money_request (
  customer_id bigint not null,
  call text not null,
  request_id text not null,
  input_hash bytea not null,
  at timestamp with time zone not null,
  answer json,
  constraint money_request_call_check CHECK (((length(call) >= 1) AND (length(call) <= 64))),
  constraint money_request_input_hash_check CHECK ((length(input_hash) = 32)),
  constraint money_request_request_id_check CHECK (((length(request_id) >= 1) AND (length(request_id) <= 128))),
  constraint money_request_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint money_request_pkey PRIMARY KEY (customer_id, call, request_id)
);

create table months_gate (
  is_only boolean not null,
  constraint months_gate_is_only_check CHECK (is_only),
  constraint months_gate_pkey PRIMARY KEY (is_only)
);

create table network_day (
  coin text not null,
  date date not null,
  blocks integer not null,
  subsidy_sum bigint not null,
  fee_sum bigint not null,
  first_height integer,
  first_hash text,
  last_height integer,
  last_hash text,
  epochs jsonb not null,
  source text not null,
  created_at timestamp with time zone not null,
  constraint network_day_blocks_check CHECK ((blocks > 0)),
  constraint network_day_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'DOGE'::text]))),
  constraint network_day_date_is_a_day CHECK (((date >= '2009-01-03'::date) AND (date <= '9998-12-31'::date))),
  constraint network_day_fee_sum_check CHECK ((fee_sum >= 0)),
  constraint network_day_source_check CHECK ((source = ANY (ARRAY['node'::text, 'import'::text, 'demo-replay'::text]))),
  constraint network_day_subsidy_sum_check CHECK ((subsidy_sum > 0)),
  constraint network_day_pkey PRIMARY KEY (coin, date)
);

create table one_time_code (
  id bigint not null generated always as identity,
  account text not null,
  scene text not null,
  device_id text,
  code_hash bytea,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  wrong_guesses integer not null default 0,
  used_at timestamp with time zone,
  subject text not null default ''::text,
  wrong_guesses_elsewhere integer not null default 0,
  constraint one_time_code_account_check CHECK ((length(account) <= 128)),
  constraint one_time_code_device_id_check CHECK ((length(device_id) <= 128)),
  constraint one_time_code_scene_check CHECK ((scene = ANY (ARRAY['LOGIN'::text, 'SET_PASSWORD'::text, 'FUNDS_PASSWORD'::text, 'WITHDRAW'::text, 'CHANGE_CONTACT'::text, 'SECOND_FACTOR'::text]))),
  constraint one_time_code_subject_check CHECK ((length(subject) <= 200)),
  constraint one_time_code_pkey PRIMARY KEY (id)
);

create table outage_credit (
  id bigint not null generated always as identity,
  site_id bigint,
  machine_id bigint,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  keeps_output boolean not null,
  reason text not null,
  proposed_by text not null,
  approved_by text not null,
  credited_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint outage_credit_check CHECK ((to_at > from_at)),
  constraint outage_credit_check1 CHECK ((approved_by <> proposed_by)),
  constraint outage_credit_check2 CHECK ((finished_at >= credited_at)),
  constraint outage_credit_check3 CHECK (((site_id IS NULL) <> (machine_id IS NULL))),
  constraint outage_credit_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 100))),
  constraint outage_credit_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
  constraint outage_credit_site_id_fkey FOREIGN KEY (site_id) REFERENCES site(id),
  constraint outage_credit_pkey PRIMARY KEY (id),
  constraint outage_credit_site_id_machine_id_from_at_to_at_key UNIQUE NULLS NOT DISTINCT (site_id, machine_id, from_at, to_at)
);

create table outage_credit_batch (
  credit_id bigint not null,
  batch integer not null,
  first_customer bigint not null,
  last_customer bigint not null,
  finished_at timestamp with time zone,
  transfer_id bigint,
  constraint outage_credit_batch_check CHECK ((last_customer >= first_customer)),
  constraint outage_credit_batch_check1 CHECK (((finished_at IS NOT NULL) OR (transfer_id IS NULL))),
  constraint outage_credit_batch_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES outage_credit(id),
  constraint outage_credit_batch_pkey PRIMARY KEY (credit_id, batch)
);

create table outage_credit_omission (
  credit_id bigint not null,
  customer_id bigint not null,
  electricity bigint not null,
  output bigint not null,
  constraint outage_credit_omission_check CHECK (((electricity > 0) OR (output > 0))),
  constraint outage_credit_omission_electricity_check CHECK ((electricity >= 0)),
  constraint outage_credit_omission_output_check CHECK ((output >= 0)),
  constraint outage_credit_omission_credit_id_fkey FOREIGN KEY (credit_id) REFERENCES outage_credit(id),
  constraint outage_credit_omission_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer_departure(customer_id),
  constraint outage_credit_omission_pkey PRIMARY KEY (credit_id, customer_id)
);

create table outpoint_reservation (
  network text not null,
  outpoint text not null,
  withdrawal_id bigint,
  cold_transfer_id bigint,
  constraint outpoint_is_of_one CHECK ((num_nonnulls(withdrawal_id, cold_transfer_id) = 1)),
  constraint outpoint_reservation_outpoint_check CHECK (((length(outpoint) >= 1) AND (length(outpoint) <= 128))),
  constraint outpoint_reservation_cold_transfer_id_fkey FOREIGN KEY (cold_transfer_id) REFERENCES cold_transfer(id),
  constraint outpoint_reservation_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint outpoint_reservation_pkey PRIMARY KEY (network, outpoint)
);

create table output_total (
  customer_id bigint not null,
  coin text not null,
  net bigint not null,
  constraint output_total_net_check CHECK ((net >= 0)),
  constraint output_total_pkey PRIMARY KEY (customer_id, coin)
);

create table passkey (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  added_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_counter_check CHECK ((counter >= 0)),
  constraint passkey_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  constraint passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 90))),
  constraint passkey_public_key_check CHECK (((length(public_key) >= 1) AND (length(public_key) <= 2000))),
  constraint passkey_transports_check CHECK ((cardinality(transports) <= 8)),
  constraint passkey_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES second_factor(customer_id) ON DELETE CASCADE,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id)
);

create table passkey_challenge (
  challenge_hash bytea not null,
  customer_id bigint not null,
  purpose text not null,
  subject text not null,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  passkey_id bigint,
  token_hash bytea,
  used_at timestamp with time zone,
  constraint passkey_challenge_challenge_hash_check CHECK ((length(challenge_hash) = 32)),
  constraint passkey_challenge_check1 CHECK (((token_hash IS NULL) = (passkey_id IS NULL))),
  constraint passkey_challenge_check2 CHECK (((token_hash IS NULL) OR ((purpose = 'PROVE'::text) AND (answered_at IS NOT NULL)))),
  constraint passkey_challenge_check3 CHECK (((used_at IS NULL) OR (token_hash IS NOT NULL))),
  constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['ENROL'::text, 'PROVE'::text]))),
  constraint passkey_challenge_subject_check CHECK ((length(subject) <= 300)),
  constraint passkey_challenge_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint passkey_challenge_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint passkey_challenge_passkey_id_fkey FOREIGN KEY (passkey_id) REFERENCES passkey(id) ON DELETE CASCADE,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenge_token_hash_key UNIQUE (token_hash)
);

create table pool_payment (
  id bigint not null generated always as identity,
  coin text not null,
  from_date date not null,
  to_date date not null,
  arrival_id bigint,
  paid bigint not null,
  expected bigint not null,
  variance_reason text,
  transfer_id bigint not null,
  paid_at timestamp with time zone not null,
  undone_transfer_id bigint,
  undone_at timestamp with time zone,
  constraint pool_payment_check CHECK ((to_date >= from_date)),
  constraint pool_payment_check1 CHECK (((variance_reason IS NULL) = (paid = expected))),
  constraint pool_payment_check2 CHECK ((undone_at >= paid_at)),
  constraint pool_payment_check3 CHECK (((undone_transfer_id IS NULL) = (undone_at IS NULL))),
  constraint pool_payment_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'DOGE'::text]))),
  constraint pool_payment_expected_check CHECK ((expected > 0)),
  constraint pool_payment_paid_check CHECK (((paid > 0) OR ((paid = 0) AND (arrival_id IS NULL)))),
  constraint pool_payment_variance_reason_check CHECK (((length(variance_reason) >= 1) AND (length(variance_reason) <= 500))),
  constraint pool_payment_arrival_id_fkey FOREIGN KEY (arrival_id) REFERENCES house_arrival(id),
  constraint pool_payment_pkey PRIMARY KEY (id),
  constraint pool_payment_id_coin_key UNIQUE (id, coin),
  constraint pool_payment_transfer_id_key UNIQUE (transfer_id),
  constraint pool_payment_undone_transfer_id_key UNIQUE (undone_transfer_id)
);

create table pool_payment_correction (
  transfer_id bigint not null,
  line integer not null,
  payment_id bigint not null,
  amount bigint not null,
  undone boolean not null default false,
  constraint pool_payment_correction_amount_check CHECK ((amount <> 0)),
  constraint pool_payment_correction_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES pool_payment(id),
  constraint pool_payment_correction_pkey PRIMARY KEY (payment_id, transfer_id, line)
);

create table pool_payment_day (
  coin text not null,
  date date not null,
  payment_id bigint not null,
  expected bigint not null,
  undone boolean not null default false,
  constraint pool_payment_day_expected_check CHECK ((expected >= 0)),
  constraint pool_payment_day_payment_id_coin_fkey FOREIGN KEY (payment_id, coin) REFERENCES pool_payment(id, coin),
  constraint pool_payment_day_pkey PRIMARY KEY (payment_id, date)
);

create table pool_report (
  machine_id bigint not null,
  date date not null,
  coin text not null,
  gross bigint not null,
  pool_fee bigint not null,
  created_at timestamp with time zone not null,
  constraint pool_report_check CHECK (((pool_fee >= 0) AND (pool_fee <= gross))),
  constraint pool_report_coin_check CHECK ((coin = ANY (ARRAY['ETH'::text, 'DOGE'::text]))),
  constraint pool_report_date_is_a_day CHECK (((date >= '2009-01-03'::date) AND (date <= '9998-12-31'::date))),
  constraint pool_report_gross_check CHECK ((gross >= 0)),
  constraint pool_report_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
  constraint pool_report_pkey PRIMARY KEY (machine_id, date, coin)
);

create table recovery_code (
  customer_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  pepper_id text,
  constraint recovery_code_code_hash_check CHECK ((length(code_hash) = 32)),
  constraint recovery_code_pepper_id_check CHECK ((length(pepper_id) = 8)),
  constraint recovery_code_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES second_factor(customer_id) ON DELETE CASCADE,
  constraint recovery_code_pkey PRIMARY KEY (customer_id, code_hash)
);

create table reference_price (
  coin text not null,
  date date not null,
  usdt bigint not null,
  source text not null,
  created_at timestamp with time zone not null,
  constraint reference_price_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'DOGE'::text]))),
  constraint reference_price_date_is_a_day CHECK (((date >= '2009-01-03'::date) AND (date <= '9998-12-31'::date))),
  constraint reference_price_usdt_check CHECK ((usdt > 0)),
  constraint reference_price_pkey PRIMARY KEY (coin, date)
);

create table repair_note (
  id bigint not null generated always as identity,
  ticket_id bigint not null,
  staff_id bigint not null,
  audience text not null,
  text text not null,
  at timestamp with time zone not null,
  constraint repair_note_audience_check CHECK ((audience = ANY (ARRAY['INTERNAL'::text, 'CUSTOMER'::text]))),
  constraint repair_note_text_check CHECK (((length(text) >= 1) AND (length(text) <= 500))),
  constraint repair_note_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint repair_note_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES repair_ticket(id),
  constraint repair_note_pkey PRIMARY KEY (id)
);

create table repair_ticket (
  id bigint not null generated always as identity,
  machine_id bigint not null,
  title text not null,
  status text not null default 'OPEN'::text,
  assignee bigint,
  opened_by bigint not null,
  opened_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  version integer not null default 1,
  constraint repair_ticket_check CHECK ((changed_at >= opened_at)),
  constraint repair_ticket_check1 CHECK (((closed_at IS NOT NULL) = (status = 'DONE'::text))),
  constraint repair_ticket_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'WORKING'::text, 'WAITING'::text, 'DONE'::text]))),
  constraint repair_ticket_title_check CHECK (((length(title) >= 1) AND (length(title) <= 100))),
  constraint repair_ticket_assignee_fkey FOREIGN KEY (assignee) REFERENCES staff(id),
  constraint repair_ticket_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
  constraint repair_ticket_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES staff(id),
  constraint repair_ticket_pkey PRIMARY KEY (id)
);

create unlogged table request_count (
  key text not null,
  points integer not null default 0,
  expire bigint,
  constraint request_count_key_check CHECK ((length(key) <= 128)),
  constraint request_count_pkey PRIMARY KEY (key)
);

create table risk_confirmation (
  customer_id bigint not null,
  version text not null,
  content_hash bytea not null,
  device_id text,
  confirmed_at timestamp with time zone not null,
  constraint risk_confirmation_content_hash_check CHECK ((length(content_hash) = 32)),
  constraint risk_confirmation_device_id_check CHECK ((length(device_id) <= 128)),
  constraint risk_confirmation_version_check CHECK (((length(version) >= 1) AND (length(version) <= 32))),
  constraint risk_confirmation_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint risk_confirmation_pkey PRIMARY KEY (customer_id, version)
);

create table sealed_days (
  month date not null,
  outputs bigint not null,
  charges bigint not null,
  interests bigint not null,
  digest bytea not null,
  previous bytea,
  seal bytea not null,
  sealed_at timestamp with time zone not null,
  detached_at timestamp with time zone,
  carried_digest bytea,
  constraint sealed_days_check CHECK (((detached_at IS NULL) = (carried_digest IS NULL))),
  constraint sealed_days_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint sealed_days_pkey PRIMARY KEY (month)
);

create table second_factor (
  customer_id bigint not null,
  sealed_secret bytea,
  started_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  failures integer not null default 0,
  failed_at timestamp with time zone,
  constraint app_has_secret CHECK (((confirmed_at IS NULL) OR (sealed_secret IS NOT NULL))),
  constraint second_factor_check CHECK (((failures = 0) = (failed_at IS NULL))),
  constraint second_factor_failures_check CHECK (((failures >= 0) AND (failures <= 5))),
  constraint second_factor_sealed_secret_check CHECK (((length(sealed_secret) >= 29) AND (length(sealed_secret) <= 100))),
  constraint second_factor_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint second_factor_pkey PRIMARY KEY (customer_id)
);

create table second_factor_removal (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  removed_at timestamp with time zone not null,
  held_until timestamp with time zone not null,
  staff_id bigint,
  approved_by bigint,
  passkey_id bigint,
  constraint held_until_is_bounded CHECK ((held_until <= (removed_at + '73:00:00'::interval))),
  constraint lost_device_loses_all CHECK (((passkey_id IS NULL) OR (staff_id IS NULL))),
  constraint second_factor_removal_check CHECK ((held_until >= (removed_at + '72:00:00'::interval))),
  constraint two_people_when_lost CHECK ((((staff_id IS NULL) = (approved_by IS NULL)) AND ((staff_id IS NULL) OR (staff_id <> approved_by)))),
  constraint second_factor_removal_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint second_factor_removal_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint second_factor_removal_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint second_factor_removal_pkey PRIMARY KEY (id)
);

create table security_check_run (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  number bigint not null,
  hash bytea not null,
  faults integer not null,
  first_fault text,
  constraint security_check_run_check CHECK (((first_fault IS NULL) = (faults = 0))),
  constraint security_check_run_faults_check CHECK ((faults >= 0)),
  constraint security_check_run_hash_check CHECK ((length(hash) = 32)),
  constraint security_check_run_pkey PRIMARY KEY (id)
);

create table security_event (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  kind text not null,
  customer_id bigint,
  staff_id bigint,
  detail jsonb not null default '{}'::jsonb,
  constraint security_event_at_is_a_time CHECK (((at > '2000-01-01 00:00:00+00'::timestamp with time zone) AND (at < '9999-01-01 00:00:00+00'::timestamp with time zone))) NOT VALID,
  constraint security_event_detail_check CHECK ((length((detail)::text) <= 4000)),
  constraint security_event_kind_check CHECK ((kind ~ '^[A-Z_]{3,40}$'::text)),
  constraint security_event_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint security_event_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint security_event_pkey PRIMARY KEY (id)
);

create table security_head (
  is_only boolean not null default true,
  number bigint not null,
  hash bytea not null,
  constraint security_head_hash_check CHECK ((length(hash) = 32)),
  constraint security_head_is_only_check CHECK (is_only),
  constraint security_head_pkey PRIMARY KEY (is_only)
);

create table security_link (
  number bigint not null,
  event_id bigint not null,
  previous bytea not null,
  hash bytea not null,
  constraint security_link_hash_check CHECK ((length(hash) = 32)),
  constraint security_link_number_check CHECK ((number > 0)),
  constraint security_link_previous_check CHECK ((length(previous) = 32)),
  constraint security_link_event_id_fkey FOREIGN KEY (event_id) REFERENCES security_event(id),
  constraint security_link_pkey PRIMARY KEY (number),
  constraint security_link_event_id_key UNIQUE (event_id)
);

create table security_notice (
  id bigint not null generated always as identity,
  event_id bigint not null,
  customer_id bigint not null,
  budget text not null,
  recipient text not null,
  token_hash bytea not null,
  at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint security_notice_budget_check CHECK ((budget = ANY (ARRAY['STRANGERS'::text, 'SESSIONS'::text, 'PASSWORDS'::text, 'MONEY'::text, 'HOUSE'::text]))),
  constraint security_notice_recipient_check CHECK (((length(recipient) >= 5) AND (length(recipient) <= 128))),
  constraint security_notice_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint security_notice_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint security_notice_event_id_fkey FOREIGN KEY (event_id) REFERENCES security_event(id),
  constraint security_notice_pkey PRIMARY KEY (id),
  constraint security_notice_event_id_recipient_key UNIQUE (event_id, recipient),
  constraint security_notice_token_hash_key UNIQUE (token_hash)
);

create table security_unchained (
  event_id bigint not null,
  constraint security_unchained_event_id_fkey FOREIGN KEY (event_id) REFERENCES security_event(id),
  constraint security_unchained_pkey PRIMARY KEY (event_id)
);

create table session (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  token_hash bytea not null,
  device_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  model text,
  system text,
  browser text,
  network text,
  last_used_at timestamp with time zone,
  idle_until timestamp with time zone,
  constraint session_browser_check CHECK (((length(browser) >= 1) AND (length(browser) <= 40))),
  constraint session_device_id_check CHECK ((length(device_id) <= 128)),
  constraint session_model_check CHECK (((length(model) >= 1) AND (length(model) <= 40))),
  constraint session_network_check CHECK (((length(network) >= 1) AND (length(network) <= 45))),
  constraint session_system_check CHECK (((length(system) >= 1) AND (length(system) <= 40))),
  constraint session_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint session_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_hash_key UNIQUE (token_hash)
);

create table setting (
  key text not null,
  effective_from timestamp with time zone not null,
  value jsonb not null,
  changed_by text not null,
  reason text not null,
  version integer not null default 1,
  constraint setting_begins_at_a_time CHECK (((effective_from >= '-infinity'::timestamp with time zone) AND (effective_from <= '9998-12-31 00:00:00+00'::timestamp with time zone))),
  constraint setting_keeps_its_bounds CHECK (
CASE
    WHEN (key = 'coin-up.open'::text) THEN (jsonb_typeof(value) = 'boolean'::text)
    WHEN (key = 'webview.hosts'::text) THEN (jsonb_typeof(value) = 'array'::text)
    WHEN (key = ANY (ARRAY['coin-up.apy.BTC'::text, 'coin-up.apy.USDT'::text])) THEN ((value #>> '{}'::text[]) ~ '^\d{1,3}\.\d{2}$'::text)
    WHEN ((key = ANY (ARRAY['coin-up.min.BTC'::text, 'coin-up.min.USDT'::text])) AND ((value #>> '{}'::text[]) !~ '[1-9]'::text)) THEN false
    WHEN (key = ANY (ARRAY['coin-up.min.BTC'::text, 'deposit.min.BTC'::text, 'withdraw.min.BTC'::text, 'withdraw.max.BTC'::text, 'withdraw.day.BTC'::text, 'withdraw.fee.BTC'::text, 'sweep.max-fee.ETH'::text])) THEN ((value #>> '{}'::text[]) ~ '^\d{1,8}\.\d{8}$'::text)
    WHEN (key = ANY (ARRAY['deposit.steps.BTC'::text, 'deposit.steps.USDT'::text])) THEN (jsonb_typeof(value) = 'array'::text)
    WHEN ((key ~~ 'deposit.second-node.%'::text) AND (jsonb_typeof(value) = 'null'::text)) THEN true
    WHEN (key = 'deposit.second-node.BTC'::text) THEN ((value #>> '{}'::text[]) ~ '^\d{1,8}\.\d{8}$'::text)
    WHEN (key = 'deposit.second-node.USDT'::text) THEN ((value #>> '{}'::text[]) ~ '^\d{1,12}\.\d{6}$'::text)
    WHEN (key = ANY (ARRAY['coin-up.min.USDT'::text, 'deposit.min.USDT'::text, 'withdraw.min.USDT'::text, 'withdraw.max.USDT'::text, 'withdraw.day.USDT'::text, 'withdraw.fee.USDT'::text, 'sweep.min.USDT'::text])) THEN ((value #>> '{}'::text[]) ~ '^\d{1,12}\.\d{6}$'::text)
    WHEN ((key = ANY (ARRAY['withdraw.rule.BTC'::text, 'withdraw.rule.USDT'::text])) AND (value <> 'null'::jsonb)) THEN COALESCE((((value ->> 'perPayment'::text) ~ '^\d{1,12}\.\d{6,8}$'::text) AND ((value ->> 'perCustomerDay'::text) ~ '^\d{1,12}\.\d{6,8}$'::text) AND ((value ->> 'perDay'::text) ~ '^\d{1,12}\.\d{6,8}$'::text) AND ((value ->> 'knownDays'::text) ~ '^\d{1,3}$'::text) AND (((value ->> 'perPayment'::text))::numeric <= ((value ->> 'perCustomerDay'::text))::numeric) AND (((value ->> 'perCustomerDay'::text))::numeric <= ((value ->> 'perDay'::text))::numeric) AND ((((value ->> 'knownDays'::text))::integer >= 1) AND (((value ->> 'knownDays'::text))::integer <= 365))), false)
    ELSE true
END),
  constraint setting_key_check CHECK ((length(key) <= 64)),
  constraint setting_of_hot_wallet_is_ordered CHECK (((key <> ALL (ARRAY['hot.bounds.BTC'::text, 'hot.bounds.USDT'::text])) OR (value = 'null'::jsonb) OR COALESCE((((value ->> 'upper'::text) ~
CASE key
    WHEN 'hot.bounds.BTC'::text THEN '^\d{1,8}\.\d{8}$'::text
    ELSE '^\d{1,12}\.\d{6}$'::text
END) AND ((value ->> 'target'::text) ~
CASE key
    WHEN 'hot.bounds.BTC'::text THEN '^\d{1,8}\.\d{8}$'::text
    ELSE '^\d{1,12}\.\d{6}$'::text
END) AND ((value ->> 'perDay'::text) ~
CASE key
    WHEN 'hot.bounds.BTC'::text THEN '^\d{1,8}\.\d{8}$'::text
    ELSE '^\d{1,12}\.\d{6}$'::text
END) AND (((value ->> 'target'::text))::numeric > (0)::numeric) AND (((value ->> 'target'::text))::numeric < ((value ->> 'upper'::text))::numeric) AND ((((value ->> 'upper'::text))::numeric - ((value ->> 'target'::text))::numeric) <= ((value ->> 'perDay'::text))::numeric)), false))),
  constraint setting_of_support_has_its_shape CHECK (
CASE key
    WHEN 'support.contact'::text THEN ((jsonb_typeof(value) = 'object'::text) AND (length((value)::text) <= 2000))
    WHEN 'support.faq'::text THEN ((jsonb_typeof(value) = 'array'::text) AND (length((value)::text) <= 30000))
    ELSE true
END),
  constraint setting_value_is_readable CHECK (
CASE
    WHEN (key = 'webview.hosts'::text) THEN ((value)::text ~ '^\[("(\*\.)?([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}"(, (?!\]))?){0,100}\]$'::text)
    WHEN (key = 'deposit.steps.BTC'::text) THEN ((value)::text ~ '^\[(\{"from": "\d{1,8}\.\d{8}", "confirmations": ([1-9]\d?|1[0-3]\d|14[0-3])\}(, (?!\]))?){0,10}\]$'::text)
    WHEN (key = 'deposit.steps.USDT'::text) THEN ((value)::text ~ '^\[(\{"from": "\d{1,12}\.\d{6}", "confirmations": ([1-9]\d?|1\d\d|2[0-4]\d|25[0-5])\}(, (?!\]))?){0,10}\]$'::text)
    WHEN (key ~~ 'deposit.second-node.%'::text) THEN (jsonb_typeof(value) = ANY (ARRAY['null'::text, 'string'::text]))
    WHEN (key ~ '^(coin-up\.(apy|min)|deposit\.min|withdraw\.(min|max|day|fee)|sweep\.(min|max-fee))\.'::text) THEN (jsonb_typeof(value) = 'string'::text)
    WHEN (key = 'withdraw.rule.BTC'::text) THEN ((value = 'null'::jsonb) OR ((value)::text ~ '^\{"perDay": "\d{1,8}\.\d{8}", "knownDays": \d{1,3}, "perPayment": "\d{1,8}\.\d{8}", "perCustomerDay": "\d{1,8}\.\d{8}"\}$'::text))
    WHEN (key = 'withdraw.rule.USDT'::text) THEN ((value = 'null'::jsonb) OR ((value)::text ~ '^\{"perDay": "\d{1,12}\.\d{6}", "knownDays": \d{1,3}, "perPayment": "\d{1,12}\.\d{6}", "perCustomerDay": "\d{1,12}\.\d{6}"\}$'::text))
    WHEN (key ~~ 'hot.bounds.%'::text) THEN ((value = 'null'::jsonb) OR ((value)::text ~ '^\{"upper": "[\d.]+", "perDay": "[\d.]+", "target": "[\d.]+"\}$'::text))
    ELSE true
END),
  constraint setting_version_check CHECK ((version > 0)),
  constraint setting_pkey PRIMARY KEY (key, effective_from, version)
);

create table signer_journal (
  line integer not null,
  head text not null,
  seen_at timestamp with time zone not null,
  constraint signer_journal_head_check CHECK ((head ~ '^[0-9a-f]{64}$'::text)),
  constraint signer_journal_line_check CHECK ((line > 0)),
  constraint signer_journal_pkey PRIMARY KEY (line)
);

create table site (
  id bigint not null generated always as identity,
  name text not null,
  constraint site_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64))),
  constraint site_pkey PRIMARY KEY (id),
  constraint site_name_key UNIQUE (name)
);

create table spent_challenge (
  nonce bytea not null,
  expires_at timestamp with time zone not null,
  constraint spent_challenge_nonce_check CHECK ((length(nonce) = 16)),
  constraint spent_challenge_pkey PRIMARY KEY (nonce)
);

create table staff (
  id bigint not null generated always as identity,
  name text not null,
  role text not null,
  password_hash text not null,
  status text not null default 'ACTIVE'::text,
  created_at timestamp with time zone not null,
  initial_until timestamp with time zone,
  constraint staff_name_check CHECK ((name ~ '^[a-z][a-z0-9_.-]{1,31}$'::text)),
  constraint staff_role_check CHECK ((role = ANY (ARRAY['SUPPORT'::text, 'OPERATIONS'::text, 'FINANCE'::text, 'APPROVER'::text, 'ADMIN'::text, 'AUDITOR'::text]))),
  constraint staff_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text]))),
  constraint staff_pkey PRIMARY KEY (id),
  constraint staff_name_key UNIQUE (name)
);

create table staff_attempt (
  id bigint not null generated always as identity,
  name text not null,
  caller text not null,
  at timestamp with time zone not null,
  failed boolean not null default false,
  constraint staff_attempt_caller_check CHECK (((length(caller) >= 1) AND (length(caller) <= 64))),
  constraint staff_attempt_name_check CHECK ((length(name) <= 64)),
  constraint staff_attempt_pkey PRIMARY KEY (id)
);

create table staff_challenge (
  challenge text not null,
  staff_id bigint,
  expires_at timestamp with time zone not null,
  constraint staff_challenge_challenge_check CHECK (((length(challenge) >= 40) AND (length(challenge) <= 100))),
  constraint staff_challenge_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_challenge_pkey PRIMARY KEY (challenge)
);

create table staff_passkey (
  id bigint not null generated always as identity,
  staff_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  label text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint staff_passkey_counter_check CHECK ((counter >= 0)),
  constraint staff_passkey_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1400))),
  constraint staff_passkey_label_check CHECK (((length(label) >= 1) AND (length(label) <= 40))),
  constraint staff_passkey_public_key_check CHECK (((length(public_key) >= 16) AND (length(public_key) <= 2000))),
  constraint staff_passkey_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_passkey_pkey PRIMARY KEY (id),
  constraint staff_passkey_credential_id_key UNIQUE (credential_id)
);

create table staff_proposal (
  id bigint not null generated always as identity,
  action text not null,
  input jsonb not null,
  summary text not null,
  reason text not null,
  proposed_by bigint not null,
  proposed_at timestamp with time zone not null,
  outcome text,
  decided_by bigint,
  decided_at timestamp with time zone,
  summary_zh text,
  constraint approved_by_another_person CHECK (((outcome IS DISTINCT FROM 'APPROVED'::text) OR (decided_by <> proposed_by))),
  constraint staff_proposal_action_check CHECK (((length(action) >= 1) AND (length(action) <= 64))),
  constraint staff_proposal_check CHECK ((decided_at >= proposed_at)),
  constraint staff_proposal_check1 CHECK ((((outcome IS NULL) = (decided_by IS NULL)) AND ((outcome IS NULL) = (decided_at IS NULL)))),
  constraint staff_proposal_input_check CHECK ((length((input)::text) <= 1000000)),
  constraint staff_proposal_outcome_check CHECK ((outcome = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text]))),
  constraint staff_proposal_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint staff_proposal_summary_check CHECK (((length(summary) >= 1) AND (length(summary) <= 4000))),
  constraint staff_proposal_summary_zh_check CHECK (((length(summary_zh) >= 1) AND (length(summary_zh) <= 4000))),
  constraint staff_proposal_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff(id),
  constraint staff_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES staff(id),
  constraint staff_proposal_pkey PRIMARY KEY (id)
);

create table staff_session (
  id bigint not null generated always as identity,
  staff_id bigint not null,
  token_hash bytea not null,
  device_hash bytea not null,
  factor text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  idle_until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  model text,
  system text,
  browser text,
  network text,
  ended_at timestamp with time zone,
  end_reason text,
  constraint staff_session_browser_check CHECK (((length(browser) >= 1) AND (length(browser) <= 40))),
  constraint staff_session_check CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint staff_session_check1 CHECK ((expires_at <= (created_at + '12:00:00'::interval))),
  constraint staff_session_device_hash_check CHECK ((length(device_hash) = 32)),
  constraint staff_session_end_reason_check CHECK ((end_reason = ANY (ARRAY['logout'::text, 'revoked'::text, 'password-changed'::text, 'factor-added'::text, 'staff-changed'::text]))),
  constraint staff_session_factor_check CHECK ((factor = ANY (ARRAY['PASSWORD'::text, 'TOTP'::text, 'PASSKEY'::text]))),
  constraint staff_session_model_check CHECK (((length(model) >= 1) AND (length(model) <= 40))),
  constraint staff_session_network_check CHECK (((length(network) >= 1) AND (length(network) <= 45))),
  constraint staff_session_system_check CHECK (((length(system) >= 1) AND (length(system) <= 40))),
  constraint staff_session_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint staff_session_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_session_pkey PRIMARY KEY (id),
  constraint staff_session_token_hash_key UNIQUE (token_hash)
);

create table staff_totp (
  staff_id bigint not null,
  sealed_secret bytea not null,
  started_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint staff_totp_sealed_secret_check CHECK (((length(sealed_secret) >= 40) AND (length(sealed_secret) <= 200))),
  constraint staff_totp_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint staff_totp_pkey PRIMARY KEY (staff_id)
);

create table status_correction (
  id bigint not null generated always as identity,
  site_id bigint,
  machine_id bigint,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone,
  status text not null,
  machines integer not null,
  reason text not null,
  recorded_by text not null,
  approved_by text not null,
  recorded_at timestamp with time zone not null,
  constraint status_correction_check CHECK ((to_at > from_at)),
  constraint status_correction_check1 CHECK ((approved_by <> recorded_by)),
  constraint status_correction_check2 CHECK (((site_id IS NULL) <> (machine_id IS NULL))),
  constraint status_correction_check3 CHECK (((status <> 'RUNNING'::text) OR (to_at IS NOT NULL))),
  constraint status_correction_machines_check CHECK ((machines >= 0)),
  constraint status_correction_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint status_correction_status_check CHECK ((status = ANY (ARRAY['RUNNING'::text, 'SUSPEND'::text, 'REPAIR'::text]))),
  constraint status_correction_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
  constraint status_correction_site_id_fkey FOREIGN KEY (site_id) REFERENCES site(id),
  constraint status_correction_pkey PRIMARY KEY (id)
);

create table superseded_status_period (
  superseded_by bigint not null,
  machine_id bigint not null,
  seq integer not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  from_status text,
  status text not null,
  by text not null,
  reason text not null,
  recorded_at timestamp with time zone not null,
  correction_id bigint,
  constraint superseded_status_period_correction_id_fkey FOREIGN KEY (correction_id) REFERENCES status_correction(id),
  constraint superseded_status_period_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
  constraint superseded_status_period_superseded_by_fkey FOREIGN KEY (superseded_by) REFERENCES status_correction(id),
  constraint superseded_status_period_pkey PRIMARY KEY (machine_id, superseded_by, seq)
);

create table support_message (
  id bigint not null generated always as identity,
  thread_id bigint not null,
  customer_id bigint not null,
  staff_id bigint,
  key text,
  text text not null,
  at timestamp with time zone not null,
  constraint support_message_check CHECK (((staff_id IS NULL) OR (key IS NULL))),
  constraint support_message_key_check CHECK ((length(key) <= 200)),
  constraint support_message_text_check CHECK (((length(text) >= 1) AND (length(text) <= 1000))),
  constraint support_message_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint support_message_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint support_message_thread_id_fkey FOREIGN KEY (thread_id) REFERENCES support_thread(id),
  constraint support_message_pkey PRIMARY KEY (id),
  constraint support_message_customer_id_key_key UNIQUE (customer_id, key)
);

create table support_thread (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  about text not null,
  record text,
  detail jsonb not null default '{}'::jsonb,
  status text not null default 'WAITING'::text,
  assignee bigint,
  opened_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint support_thread_about_check CHECK ((about = ANY (ARRAY['GENERAL'::text, 'WITHDRAWAL'::text, 'DEPOSIT'::text, 'MACHINE'::text, 'CHARGE'::text, 'COIN_UP'::text]))),
  constraint support_thread_check CHECK ((changed_at >= opened_at)),
  constraint support_thread_check1 CHECK (((about = 'GENERAL'::text) = (record IS NULL))),
  constraint support_thread_detail_check CHECK ((length((detail)::text) <= 1000)),
  constraint support_thread_record_check CHECK ((length(record) <= 64)),
  constraint support_thread_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'ANSWERED'::text, 'CLOSED'::text]))),
  constraint support_thread_assignee_fkey FOREIGN KEY (assignee) REFERENCES staff(id),
  constraint support_thread_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint support_thread_pkey PRIMARY KEY (id)
);

create table suspense_entry (
  id bigint not null generated always as identity,
  arrival_id bigint not null,
  kind text not null,
  change bigint not null,
  settled_as text,
  customer_id bigint,
  transfer_id bigint not null,
  happened_at timestamp with time zone not null,
  constraint suspense_entry_change CHECK (
CASE kind
    WHEN 'ARRIVED'::text THEN (change > 0)
    WHEN 'REOPENED'::text THEN (change > 0)
    WHEN 'REMOVED'::text THEN (change < 0)
    ELSE (change <> 0)
END),
  constraint suspense_entry_check2 CHECK (((customer_id IS NULL) = (settled_as IS DISTINCT FROM 'CUSTOMER'::text))),
  constraint suspense_entry_from CHECK (((change < 0) OR (settled_as IS NULL) OR (settled_as = 'TREASURY'::text) OR ((kind = 'REOPENED'::text) AND (settled_as = 'POOL'::text)))),
  constraint suspense_entry_kind_check CHECK ((kind = ANY (ARRAY['ARRIVED'::text, 'REMOVED'::text, 'SETTLED'::text, 'REOPENED'::text]))),
  constraint suspense_entry_settled CHECK (((settled_as IS NULL) = (kind = ANY (ARRAY['ARRIVED'::text, 'REMOVED'::text])))),
  constraint suspense_entry_settled_as_check CHECK ((settled_as = ANY (ARRAY['TREASURY'::text, 'POOL'::text, 'CUSTOMER'::text]))),
  constraint suspense_entry_arrival_id_fkey FOREIGN KEY (arrival_id) REFERENCES house_arrival(id),
  constraint suspense_entry_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint suspense_entry_pkey PRIMARY KEY (id),
  constraint suspense_entry_transfer_id_key UNIQUE (transfer_id)
);

create table sweep (
  id bigint not null generated always as identity,
  network text not null default 'ERC20'::text,
  kind text not null,
  address_number integer,
  amount numeric(40,0) not null,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  is_paid boolean,
  signed_as text,
  house_number integer,
  constraint sweep_amount_check CHECK ((amount > (0)::numeric)),
  constraint sweep_check CHECK (((ended_at IS NULL) = (is_paid IS NULL))),
  constraint sweep_has_its_address CHECK (
CASE
    WHEN (kind = ANY (ARRAY['SWEEP'::text, 'TOP_UP'::text])) THEN ((house_number IS NULL) AND (address_number IS NOT NULL))
    ELSE ((address_number IS NULL) AND (house_number IS NOT NULL))
END),
  constraint sweep_kind_check CHECK ((kind = ANY (ARRAY['SWEEP'::text, 'TOP_UP'::text, 'ROTATE_USDT'::text, 'ROTATE_ETH'::text]))),
  constraint sweep_network_check CHECK ((network = 'ERC20'::text)),
  constraint sweep_signed_as_check CHECK ((signed_as ~ '^(sweep|top-up|rotate):[1-9][0-9]{0,18}$'::text)),
  constraint sweep_network_address_number_fkey FOREIGN KEY (network, address_number) REFERENCES deposit_address(network, number),
  constraint sweep_network_house_number_fkey FOREIGN KEY (network, house_number) REFERENCES house_address(network, number),
  constraint sweep_pkey PRIMARY KEY (id)
);

create table sweep_payment (
  sweep_id bigint not null,
  attempt integer not null,
  unsigned text not null,
  since_height integer not null,
  built_at timestamp with time zone not null,
  txid text,
  bytes text,
  signed_at timestamp with time zone,
  final_at timestamp with time zone,
  fee_paid numeric(40,0),
  constraint sweep_payment_attempt_check CHECK ((attempt >= 0)),
  constraint sweep_payment_bytes_check CHECK ((length(bytes) <= 20000)),
  constraint sweep_payment_check CHECK ((((txid IS NULL) = (bytes IS NULL)) AND ((txid IS NULL) = (signed_at IS NULL)))),
  constraint sweep_payment_check1 CHECK (((final_at IS NULL) OR ((txid IS NOT NULL) AND (fee_paid IS NOT NULL)))),
  constraint sweep_payment_fee_paid_check CHECK ((fee_paid >= (0)::numeric)),
  constraint sweep_payment_since_height_check CHECK ((since_height >= 0)),
  constraint sweep_payment_txid_check CHECK ((txid ~ '^0x[0-9a-f]{64}$'::text)),
  constraint sweep_payment_unsigned_check CHECK ((length(unsigned) <= 20000)),
  constraint sweep_payment_sweep_id_fkey FOREIGN KEY (sweep_id) REFERENCES sweep(id),
  constraint sweep_payment_pkey PRIMARY KEY (sweep_id, attempt),
  constraint sweep_payment_txid_key UNIQUE (txid)
);

create table tariff (
  site_id bigint not null,
  name text not null default ''::text,
  effective_from date not null,
  price numeric not null,
  constraint tariff_begins_on_a_day CHECK (((effective_from >= '2009-01-03'::date) AND (effective_from <= '9998-12-31'::date))),
  constraint tariff_price_check CHECK (((price >= (0)::numeric) AND (price < (1000)::numeric) AND (scale(price) <= 6))),
  constraint tariff_site_id_fkey FOREIGN KEY (site_id) REFERENCES site(id),
  constraint tariff_pkey PRIMARY KEY (site_id, name, effective_from)
);

create table treasury_by_hand (
  id bigint not null generated always as identity,
  key text not null,
  direction text not null,
  coin text not null,
  amount bigint not null,
  transfer_id bigint not null,
  moved_at timestamp with time zone not null,
  constraint treasury_by_hand_amount_check CHECK ((amount > 0)),
  constraint treasury_by_hand_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'USDT'::text, 'ETH'::text, 'DOGE'::text]))),
  constraint treasury_by_hand_direction_check CHECK ((direction = ANY (ARRAY['IN'::text, 'OUT'::text]))),
  constraint treasury_by_hand_key_check CHECK (((length(key) >= 1) AND (length(key) <= 160))),
  constraint treasury_by_hand_pkey PRIMARY KEY (id),
  constraint treasury_by_hand_key_key UNIQUE (key),
  constraint treasury_by_hand_transfer_id_key UNIQUE (transfer_id)
);

create table treasury_destination (
  id bigint not null generated always as identity,
  name text not null,
  network text not null,
  address text not null,
  address_key text not null,
  added_at timestamp with time zone not null,
  added_by bigint not null,
  approved_by bigint not null,
  in_force_from timestamp with time zone not null,
  removed_at timestamp with time zone,
  removed_by bigint,
  constraint added_by_two_people CHECK ((added_by <> approved_by)),
  constraint in_force_after_a_day CHECK ((in_force_from >= (added_at + '24:00:00'::interval))) NOT VALID,
  constraint treasury_destination_address_check CHECK (((length(address) >= 14) AND (length(address) <= 128))),
  constraint treasury_destination_address_key_check CHECK (is_address_key(network, address_key)),
  constraint treasury_destination_check1 CHECK ((removed_at >= added_at)),
  constraint treasury_destination_check2 CHECK (((removed_at IS NULL) = (removed_by IS NULL))),
  constraint treasury_destination_name_check CHECK ((name ~ '^[a-z][a-z0-9-]{0,31}$'::text)),
  constraint treasury_destination_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint treasury_destination_added_by_fkey FOREIGN KEY (added_by) REFERENCES staff(id),
  constraint treasury_destination_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES staff(id),
  constraint treasury_destination_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES staff(id),
  constraint treasury_destination_pkey PRIMARY KEY (id)
);

create table wallet_level (
  coin text not null,
  place text not null,
  amount bigint not null,
  reserved bigint not null default 0,
  read_at timestamp with time zone not null,
  constraint wallet_level_amount_check CHECK ((amount >= 0)),
  constraint wallet_level_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'USDT'::text, 'ETH'::text]))),
  constraint wallet_level_place_check CHECK ((place = ANY (ARRAY['HOT'::text, 'COLD'::text, 'DEPOSIT_ADDRESSES'::text]))),
  constraint wallet_level_reserved_check CHECK ((reserved >= 0)),
  constraint wallet_level_pkey PRIMARY KEY (coin, place)
);

create table wei_remainder (
  address_key text not null,
  wei_in numeric(40,0) not null default 0,
  wei_out numeric(40,0) not null default 0,
  constraint wei_remainder_address_key_check CHECK ((address_key ~ '^[0-9a-f]{40}$'::text)),
  constraint wei_remainder_wei_in_check CHECK ((wei_in >= (0)::numeric)),
  constraint wei_remainder_wei_out_check CHECK ((wei_out >= (0)::numeric)),
  constraint wei_remainder_pkey PRIMARY KEY (address_key)
);

create table withdrawal (
  id bigint not null generated always as identity,
  customer_id bigint,
  coin text not null,
  network text not null,
  address text not null,
  address_key text not null,
  amount bigint not null,
  fee bigint not null,
  date date not null,
  applied_at timestamp with time zone not null,
  device_id text,
  transfer_id bigint not null,
  phase text not null default 'AWAITING_APPROVAL'::text,
  remark text,
  end_transfer_id bigint,
  destination_id bigint,
  number text not null,
  constraint ended_when_over CHECK (((end_transfer_id IS NOT NULL) = (phase = ANY (ARRAY['PAID'::text, 'FAILED'::text, 'REJECTED'::text, 'CANCELLED'::text, 'OFFSET'::text])))),
  constraint of_one_owner CHECK (((customer_id IS NULL) = (destination_id IS NOT NULL))),
  constraint treasury_ends CHECK (((destination_id IS NULL) OR (phase <> ALL (ARRAY['CANCELLED'::text, 'OFFSET'::text])))),
  constraint treasury_pays_no_fee CHECK (((destination_id IS NULL) OR ((fee = 0) AND (device_id IS NULL)))),
  constraint withdrawal_address_check CHECK (((length(address) >= 14) AND (length(address) <= 128))),
  constraint withdrawal_address_key_check CHECK (is_address_key(network, address_key)),
  constraint withdrawal_check CHECK ((amount > fee)),
  constraint withdrawal_check1 CHECK ((((coin = 'BTC'::text) AND (network = 'BITCOIN'::text)) OR ((coin = 'USDT'::text) AND (network = 'ERC20'::text)))),
  constraint withdrawal_device_id_check CHECK ((length(device_id) <= 128)),
  constraint withdrawal_fee_check CHECK ((fee >= 0)),
  constraint withdrawal_number_check CHECK ((number ~ '^W[0-9]{8}-[0-9A-HJKMNP-TV-Z]{10}$'::text)),
  constraint withdrawal_phase_check CHECK ((phase = ANY (ARRAY['AWAITING_APPROVAL'::text, 'APPROVED'::text, 'SCREENING'::text, 'SIGNING'::text, 'BROADCAST'::text, 'PAID'::text, 'FAILED'::text, 'REJECTED'::text, 'CANCELLED'::text, 'OFFSET'::text]))),
  constraint withdrawal_remark_check CHECK (((length(remark) >= 1) AND (length(remark) <= 200))),
  constraint withdrawal_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint withdrawal_destination_id_fkey FOREIGN KEY (destination_id) REFERENCES treasury_destination(id),
  constraint withdrawal_pkey PRIMARY KEY (id),
  constraint withdrawal_end_transfer_id_key UNIQUE (end_transfer_id),
  constraint withdrawal_number_key UNIQUE (number),
  constraint withdrawal_transfer_id_key UNIQUE (transfer_id)
) with (fillfactor=80);

create table withdrawal_address (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  network text not null,
  address text not null,
  address_key text not null,
  label text not null,
  added_at timestamp with time zone not null,
  constraint withdrawal_address_address_check CHECK (((length(address) >= 14) AND (length(address) <= 128))),
  constraint withdrawal_address_address_key_check CHECK (is_address_key(network, address_key)),
  constraint withdrawal_address_label_check CHECK ((length(label) <= 32)),
  constraint withdrawal_address_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint withdrawal_address_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint withdrawal_address_pkey PRIMARY KEY (id),
  constraint withdrawal_address_customer_id_network_address_key_key UNIQUE (customer_id, network, address_key)
);

create table withdrawal_cancellation (
  withdrawal_id bigint not null,
  request_id text,
  asked_at timestamp with time zone not null,
  constraint withdrawal_cancellation_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_cancellation_pkey PRIMARY KEY (withdrawal_id)
);

create table withdrawal_export (
  withdrawal_id bigint not null,
  txid text not null,
  unsigned text not null,
  outpoints text[] not null,
  since_height integer not null,
  exported_at timestamp with time zone not null,
  abandoned_at timestamp with time zone,
  constraint withdrawal_export_outpoints_check CHECK (((cardinality(outpoints) >= 1) AND (cardinality(outpoints) <= 1000))),
  constraint withdrawal_export_since_height_check CHECK ((since_height >= 0)),
  constraint withdrawal_export_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text)),
  constraint withdrawal_export_unsigned_check CHECK ((length(unsigned) <= 400000)),
  constraint withdrawal_export_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_export_pkey PRIMARY KEY (txid)
);

create table withdrawal_note (
  id bigint not null generated always as identity,
  withdrawal_id bigint not null,
  staff_id bigint not null,
  text text not null,
  at timestamp with time zone not null,
  constraint withdrawal_note_text_check CHECK (((length(text) >= 1) AND (length(text) <= 500))),
  constraint withdrawal_note_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint withdrawal_note_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_note_pkey PRIMARY KEY (id)
);

create table withdrawal_payment (
  withdrawal_id bigint not null,
  attempt integer not null,
  network text not null,
  unsigned text not null,
  since_height integer not null,
  built_at timestamp with time zone not null,
  txid text,
  bytes text,
  signed_at timestamp with time zone,
  confirmations integer not null default 0,
  final_at timestamp with time zone,
  change_index integer,
  change_amount bigint,
  fee_paid numeric,
  block_height integer,
  block_hash text,
  gone_height integer,
  reorged_at timestamp with time zone,
  lost_at timestamp with time zone,
  change_number integer not null default 0,
  lead_id bigint,
  output_index integer,
  fee_share bigint,
  unproven_since timestamp with time zone,
  unproven_reason text,
  constraint withdrawal_payment_attempt_check CHECK ((attempt >= 0)),
  constraint withdrawal_payment_batched CHECK ((((lead_id IS NULL) = (fee_share IS NULL)) AND ((lead_id IS NULL) OR ((network = 'BITCOIN'::text) AND (output_index IS NOT NULL))))),
  constraint withdrawal_payment_block_hash_check CHECK (((length(block_hash) >= 1) AND (length(block_hash) <= 128))),
  constraint withdrawal_payment_block_height_check CHECK ((block_height >= 0)),
  constraint withdrawal_payment_bytes CHECK (((bytes IS NULL) = ((txid IS NULL) OR (COALESCE(lead_id, withdrawal_id) <> withdrawal_id)))),
  constraint withdrawal_payment_bytes_check CHECK ((length(bytes) <= 400000)),
  constraint withdrawal_payment_change_amount_check CHECK ((change_amount > 0)),
  constraint withdrawal_payment_change_number_check CHECK ((change_number >= 0)),
  constraint withdrawal_payment_change_of_lead CHECK (((change_index IS NULL) OR (COALESCE(lead_id, withdrawal_id) = withdrawal_id))),
  constraint withdrawal_payment_check1 CHECK (((final_at IS NULL) OR ((txid IS NOT NULL) AND (fee_paid IS NOT NULL)))),
  constraint withdrawal_payment_check2 CHECK (((change_index IS NULL) = (change_amount IS NULL))),
  constraint withdrawal_payment_check3 CHECK (((lost_at IS NULL) OR (reorged_at IS NOT NULL))),
  constraint withdrawal_payment_check4 CHECK (((block_height IS NULL) = (block_hash IS NULL))),
  constraint withdrawal_payment_check5 CHECK (((reorged_at IS NULL) OR (txid IS NOT NULL))),
  constraint withdrawal_payment_confirmations_check CHECK ((confirmations >= 0)),
  constraint withdrawal_payment_fee_paid_check CHECK ((fee_paid >= (0)::numeric)),
  constraint withdrawal_payment_fee_share_check CHECK ((fee_share >= 0)),
  constraint withdrawal_payment_gone_height_check CHECK ((gone_height >= 0)),
  constraint withdrawal_payment_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint withdrawal_payment_output_index_check CHECK ((output_index >= 0)),
  constraint withdrawal_payment_signed CHECK (((txid IS NULL) = (signed_at IS NULL))),
  constraint withdrawal_payment_since_height_check CHECK ((since_height >= 0)),
  constraint withdrawal_payment_txid_check CHECK ((txid ~ '^(0x)?[0-9a-f]{64}$'::text)),
  constraint withdrawal_payment_unproven CHECK (((unproven_since IS NULL) = (unproven_reason IS NULL))),
  constraint withdrawal_payment_unproven_reason_check CHECK (((length(unproven_reason) >= 1) AND (length(unproven_reason) <= 1000))),
  constraint withdrawal_payment_unproven_signed CHECK (((unproven_since IS NULL) OR (txid IS NOT NULL))),
  constraint withdrawal_payment_unsigned_check CHECK ((length(unsigned) <= 400000)),
  constraint withdrawal_payment_lead FOREIGN KEY (lead_id, attempt) REFERENCES withdrawal_payment(withdrawal_id, attempt) ON DELETE CASCADE,
  constraint withdrawal_payment_txid_of_lead FOREIGN KEY (lead_id, attempt, txid) REFERENCES withdrawal_payment(withdrawal_id, attempt, txid),
  constraint withdrawal_payment_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_payment_pkey PRIMARY KEY (withdrawal_id, attempt),
  constraint withdrawal_payment_attempt_txid UNIQUE (withdrawal_id, attempt, txid)
);

create table withdrawal_review (
  withdrawal_id bigint not null,
  part text not null,
  staff_id bigint not null,
  reason text not null,
  at timestamp with time zone not null,
  approval_request jsonb,
  approval jsonb,
  constraint withdrawal_review_check CHECK (((approval_request IS NULL) = (approval IS NULL))),
  constraint withdrawal_review_part_check CHECK ((part = ANY (ARRAY['PROPOSED'::text, 'APPROVED'::text]))),
  constraint withdrawal_review_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint withdrawal_review_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint withdrawal_review_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_review_pkey PRIMARY KEY (withdrawal_id, part),
  constraint two_people UNIQUE (withdrawal_id, staff_id)
);

create table withdrawal_signing (
  withdrawal_id bigint not null,
  channel text not null,
  since timestamp with time zone not null,
  constraint withdrawal_signing_channel_check CHECK ((channel = ANY (ARRAY['ONLINE'::text, 'OFFLINE'::text]))),
  constraint withdrawal_signing_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_signing_pkey PRIMARY KEY (withdrawal_id)
);

create table withdrawal_step (
  withdrawal_id bigint not null,
  step text not null,
  at timestamp with time zone not null,
  constraint withdrawal_step_step_check CHECK ((step = ANY (ARRAY['APPLIED'::text, 'APPROVED'::text, 'KYT'::text, 'SIGNED'::text, 'BROADCAST'::text, 'CONFIRMED'::text, 'REJECTED'::text, 'CANCELLED'::text, 'FAILED'::text]))),
  constraint withdrawal_step_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_step_pkey PRIMARY KEY (withdrawal_id, step)
);


-- Views

create view ledger.customer_balance as
 SELECT account::bigint / 100 AS customer,
    ledger.name_of(account::bigint) AS account,
    ledger.coin_of(account::bigint) AS coin,
    posted,
    held::bigint AS held,
    posted - held::bigint AS available,
    account::bigint AS account_id,
    closed
   FROM ledger.balance
  WHERE account::bigint > 0;

create view ledger.entry as
 SELECT posting.transfer_id,
    posting.line,
    posting.debit AS account,
    - posting.amount::bigint AS amount,
    posting.debit_after AS balance_after,
    posting.type,
    posting.date
   FROM ledger.posting
UNION ALL
 SELECT posting.transfer_id,
    posting.line,
    posting.credit AS account,
    posting.amount,
    posting.credit_after AS balance_after,
    posting.type,
    posting.date
   FROM ledger.posting
UNION ALL
 SELECT seal.beyond - 1 AS transfer_id,
    0 AS line,
    carried.account::ledger.side AS account,
    carried.amount,
    carried.balance_after::ledger.remainder AS balance_after,
    NULL::ledger.posting_type AS type,
    seal.month AS date
   FROM ledger.carried
     JOIN ledger.month_seal seal USING (month)
  WHERE seal.detached_at IS NOT NULL;

create view closed_deposit_address as
 SELECT a.network,
    a.number,
    a.key
   FROM deposit_address a
     JOIN customer c ON c.id = a.customer_id
  WHERE c.status = 'CLOSED'::text;

create view cold_output as
 SELECT wallet_id,
    number,
    txid,
    index,
    amount,
    bytes,
    block_hash
   FROM ( SELECT final_cold_payment.wallet_id,
            final_cold_payment.cold_number AS number,
            final_cold_payment.txid,
            final_cold_payment.cold_index AS index,
            final_cold_payment.cold_amount AS amount,
            final_cold_payment.bytes,
            final_cold_payment.block_hash
           FROM final_cold_payment
          WHERE final_cold_payment.cold_index IS NOT NULL AND final_cold_payment.kind <> 'ROTATION'::text
        UNION ALL
         SELECT c.wallet_id,
            c.number,
            a.txid,
            a.output_index,
            a.amount::bigint AS amount,
            NULL::text,
            a.block_hash
           FROM house_arrival a
             JOIN cold_address c ON c.network = a.network AND c.key = a.address_key
          WHERE a.network = 'BITCOIN'::text AND a.status = 'POSTED'::text) o
  WHERE NOT (EXISTS ( SELECT
           FROM outpoint_reservation s
          WHERE s.network = 'BITCOIN'::text AND s.outpoint = ((o.txid || ':'::text) || o.index))) AND NOT (EXISTS ( SELECT
           FROM final_cold_payment f
          WHERE ((o.txid || ':'::text) || o.index) = ANY (f.outpoints)));

create view corrected_charge as
 SELECT electricity_charge.machine_id,
    electricity_charge.date,
    electricity_charge.customer_id,
    electricity_charge.amount
   FROM electricity_charge
UNION ALL
 SELECT charge_adjustment.machine_id,
    charge_adjustment.about_date AS date,
    charge_adjustment.customer_id,
    -
        CASE
            WHEN charge_adjustment.adjusted_coin = 'USDT'::text THEN charge_adjustment.adjusted_amount
            ELSE ceil(charge_adjustment.adjusted_amount::numeric * price.usdt::numeric / 100000000::numeric)::bigint
        END AS amount
   FROM charge_adjustment
     LEFT JOIN reference_price price ON price.coin = charge_adjustment.adjusted_coin AND price.date = charge_adjustment.about_date
  WHERE charge_adjustment.adjusted = 'electricity'::text AND NOT (EXISTS ( SELECT
           FROM sealed_days
          WHERE sealed_days.month = date_trunc('month'::text, charge_adjustment.about_date::timestamp without time zone) AND sealed_days.detached_at IS NOT NULL));

create view corrected_output as
 SELECT machine_output.machine_id,
    machine_output.date,
    machine_output.coin,
    machine_output.customer_id,
    machine_output.net
   FROM machine_output
UNION ALL
 SELECT charge_adjustment.machine_id,
    charge_adjustment.about_date AS date,
    charge_adjustment.adjusted_coin AS coin,
    charge_adjustment.customer_id,
    charge_adjustment.adjusted_amount AS net
   FROM charge_adjustment
  WHERE charge_adjustment.adjusted = 'output'::text AND NOT (EXISTS ( SELECT
           FROM sealed_days
          WHERE sealed_days.month = date_trunc('month'::text, charge_adjustment.about_date::timestamp without time zone) AND sealed_days.detached_at IS NOT NULL));

create view customer_contacts as
 SELECT id AS customer_id,
    account,
    status,
    ( SELECT s.contact
           FROM customer_second_contact s
          WHERE s.customer_id = c.id
          ORDER BY s.id DESC
         LIMIT 1) AS second_contact
   FROM customer c;

create view customer_device as
 SELECT s.customer_id,
    s.device_id,
    min(s.created_at) AS known_since,
    min(s.id) = (( SELECT min(any_session.id) AS min
           FROM session any_session
          WHERE any_session.customer_id = s.customer_id)) AS is_first,
    c.created_at AS customer_since
   FROM session s
     JOIN customer c ON c.id = s.customer_id
  WHERE s.device_id IS NOT NULL
  GROUP BY s.customer_id, s.device_id, c.created_at;

create view customer_guard as
 SELECT id AS customer_id,
    status = 'ACTIVE'::text AS is_active,
    GREATEST(password_changed_at, funds_password_changed_at) AS password_changed_at,
    (EXISTS ( SELECT
           FROM customer_freeze f
          WHERE f.customer_id = c.id AND f.lifted_at IS NULL)) AS is_frozen,
    contact_held_until,
    second_factor_held_until
   FROM customer c;

create view deposit_to_claw_back as
 SELECT deposit.id,
    deposit.customer_id,
    deposit.coin,
    lacking.amount
   FROM deposit
     CROSS JOIN LATERAL ( SELECT deposit.amount - (( SELECT COALESCE(sum_units(taken.amount), 0::bigint) AS "coalesce"
                   FROM deposit_claw_back taken
                  WHERE taken.deposit_id = deposit.id AND taken.removal = deposit.removals)) - (( SELECT COALESCE(sum_units(written.amount), 0::bigint) AS "coalesce"
                   FROM deposit_write_off written
                  WHERE written.deposit_id = deposit.id AND written.removal = deposit.removals)) AS amount) lacking
  WHERE deposit.status = 'ORPHANED'::text AND deposit.transfer_id IS NOT NULL AND lacking.amount > 0;

create view final_cold_payment as
 SELECT t.kind,
    t.wallet_id,
    t.cold_number,
    p.transfer_id,
    p.attempt,
    p.payload,
    p.outpoints,
    p.txid,
    p.since_height,
    p.built_at,
    p.hot_index,
    p.hot_amount,
    p.cold_index,
    p.cold_amount,
    p.bytes,
    p.signed_at,
    p.final_at,
    p.fee_paid,
    p.block_height,
    p.block_hash,
    p.hot_number
   FROM cold_payment p
     JOIN cold_transfer t ON t.id = p.transfer_id
  WHERE p.final_at IS NOT NULL AND t.network = 'BITCOIN'::text AND NOT (EXISTS ( SELECT
           FROM chain_block b
          WHERE b.network = 'BITCOIN'::text AND b.height = p.block_height AND b.hash <> p.block_hash));

create view message_channel as
 SELECT c.customer_id,
    kind.name AS kind,
    one.contact,
    one.is_main,
    COALESCE(
        CASE
            WHEN one.contact ~~ '%@%'::text THEN p.mail
            ELSE p.sms
        END, one.is_main AND (kind.name = ANY (ARRAY['ELECTRICITY'::text, 'MACHINE'::text, 'TERMS'::text, 'MAINTENANCE'::text, 'SUPPORT'::text]))) AS is_chosen
   FROM customer_contacts c
     CROSS JOIN unnest(ARRAY['DEPOSIT'::text, 'WITHDRAWAL'::text, 'ELECTRICITY'::text, 'MACHINE'::text, 'TERMS'::text, 'MAINTENANCE'::text, 'SUPPORT'::text]) kind(name)
     CROSS JOIN LATERAL ( VALUES (c.account,true), (c.second_contact,false)) one(contact, is_main)
     LEFT JOIN message_preference p ON p.customer_id = c.customer_id AND p.kind = kind.name
  WHERE c.status <> 'CLOSED'::text AND one.contact IS NOT NULL;

create view open_doubt as
 SELECT d.customer_id,
    d.network
   FROM alert a
     JOIN deposit d ON a.subject = concat('deposit ', d.id)
  WHERE a.kind = 'deposit-removed'::text AND a.resolved_at IS NULL
UNION ALL
 SELECT NULL::bigint AS customer_id,
    a.subject AS network
   FROM alert a
  WHERE a.kind = 'deposit-changed'::text AND a.resolved_at IS NULL;

create view open_session as
 SELECT s.id,
    s.token_hash,
    s.device_id,
    s.created_at,
    LEAST(s.expires_at, s.idle_until) AS expires_at,
    s.customer_id,
    c.account,
    c.status AS customer_status,
    c.funds_password_hash IS NOT NULL AS has_funds_password,
    s.model,
    s.system,
    s.browser,
    s.network,
    COALESCE(s.last_used_at, s.created_at) AS last_used_at
   FROM session s
     JOIN customer c ON c.id = s.customer_id
  WHERE s.revoked_at IS NULL;

create view owed_electricity as
 SELECT electricity_charge.customer_id,
    electricity_charge.date,
    electricity_charge.machine_no,
    electricity_charge.machine_id,
    NULL::bigint AS adjustment_id,
    electricity_charge.coin,
    electricity_charge.owed,
    electricity_charge.date AS price_date,
    electricity_charge.charged_at
   FROM electricity_charge
  WHERE electricity_charge.owed > 0
UNION ALL
 SELECT charge_adjustment.customer_id,
    charge_adjustment.date,
    charge_adjustment.machine_no,
    charge_adjustment.machine_id,
    charge_adjustment.id AS adjustment_id,
    charge_adjustment.coin,
    charge_adjustment.owed,
    charge_adjustment.about_date AS price_date,
    charge_adjustment.adjusted_at AS charged_at
   FROM charge_adjustment
  WHERE charge_adjustment.owed > 0;

create view owed_fees as
 SELECT electricity_charge.customer_id,
    electricity_charge.machine_id,
    electricity_charge.date,
    electricity_charge.owed
   FROM electricity_charge
  WHERE electricity_charge.owed > 0
UNION ALL
 SELECT charge_adjustment.customer_id,
    charge_adjustment.machine_id,
    charge_adjustment.date,
    charge_adjustment.owed
   FROM charge_adjustment
  WHERE charge_adjustment.owed > 0
UNION ALL
 SELECT hosting_charge.customer_id,
    hosting_charge.machine_id,
    hosting_charge.date,
    hosting_charge.owed
   FROM hosting_charge
  WHERE hosting_charge.owed > 0;

create view own_address as
 SELECT deposit_address.network,
    deposit_address.key
   FROM deposit_address
UNION ALL
 SELECT house_address.network,
    house_address.key
   FROM house_address
UNION ALL
 SELECT cold_address.network,
    cold_address.key
   FROM cold_address;

create view own_output as
 SELECT 'customer'::text AS branch,
    deposit.address_number AS number,
    deposit.txid,
    deposit.output_index AS index,
    deposit.amount
   FROM deposit
  WHERE deposit.network = 'BITCOIN'::text AND deposit.status = 'CREDITED'::text
UNION ALL
 SELECT 'house'::text AS branch,
    p.change_number AS number,
    p.txid,
    p.change_index AS index,
    p.change_amount AS amount
   FROM withdrawal_payment p
  WHERE p.network = 'BITCOIN'::text AND p.final_at IS NOT NULL AND p.change_index IS NOT NULL AND p.reorged_at IS NULL AND NOT (EXISTS ( SELECT
           FROM chain_block b
          WHERE b.network = p.network AND b.height = p.block_height AND b.hash <> p.block_hash))
UNION ALL
 SELECT 'house'::text AS branch,
    h.number,
    a.txid,
    a.output_index AS index,
    a.amount::bigint AS amount
   FROM house_arrival a
     JOIN house_address h ON h.network = a.network AND h.key = a.address_key
  WHERE a.network = 'BITCOIN'::text AND a.status = 'POSTED'::text
UNION ALL
 SELECT 'customer'::text AS branch,
    d.number,
    a.txid,
    a.output_index AS index,
    a.amount::bigint AS amount
   FROM house_arrival a
     JOIN deposit_address d ON d.network = a.network AND d.key = a.address_key
  WHERE a.network = 'BITCOIN'::text AND a.status = 'POSTED'::text
UNION ALL
 SELECT 'house'::text AS branch,
    final_cold_payment.hot_number AS number,
    final_cold_payment.txid,
    final_cold_payment.hot_index AS index,
    final_cold_payment.hot_amount AS amount
   FROM final_cold_payment
  WHERE final_cold_payment.hot_index IS NOT NULL
UNION ALL
 SELECT 'house'::text AS branch,
    final_cold_payment.hot_number AS number,
    final_cold_payment.txid,
    final_cold_payment.cold_index AS index,
    final_cold_payment.cold_amount AS amount
   FROM final_cold_payment
  WHERE final_cold_payment.kind = 'ROTATION'::text;

create view own_transaction as
 SELECT withdrawal_payment.network,
    withdrawal_payment.txid
   FROM withdrawal_payment
  WHERE withdrawal_payment.txid IS NOT NULL
UNION ALL
 SELECT 'ERC20'::text AS network,
    sweep_payment.txid
   FROM sweep_payment
  WHERE sweep_payment.txid IS NOT NULL
UNION ALL
 SELECT 'BITCOIN'::text AS network,
    withdrawal_export.txid
   FROM withdrawal_export
UNION ALL
 SELECT t.network,
    p.txid
   FROM cold_payment p
     JOIN cold_transfer t ON t.id = p.transfer_id
  WHERE p.txid IS NOT NULL;

create view payable_revenue_part as
 SELECT ledger.coin_of(entry.account::bigint) AS coin,
    entry.transfer_id,
    entry.amount
   FROM ledger.entry
  WHERE ledger.name_of(entry.account::bigint) = ANY (ARRAY['MINING_RECEIVABLE'::text, 'MINING_VARIANCE'::text, 'ELECTRICITY_REVENUE'::text, 'HOSTING_REVENUE'::text, 'WITHDRAWAL_FEE_REVENUE'::text, 'NETWORK_FEE_EXPENSE'::text, 'PROMOTION_EXPENSE'::text])
UNION ALL
 SELECT ledger.coin_of(entry.account::bigint) AS coin,
    entry.transfer_id,
    entry.amount
   FROM ledger.entry
  WHERE ledger.name_of(entry.account::bigint) = 'SUSPENSE'::text AND NOT (EXISTS ( SELECT
           FROM suspense_entry origin
          WHERE origin.transfer_id = entry.transfer_id))
UNION ALL
 SELECT arrival.coin,
    arrival.transfer_id,
    LEAST(arrival.stands, 0::bigint) - LEAST(arrival.stands - arrival.change, 0::bigint) AS amount
   FROM ( SELECT a.coin,
            origin.transfer_id,
            origin.change,
            sum(origin.change) OVER (PARTITION BY origin.arrival_id ORDER BY origin.id)::bigint AS stands
           FROM suspense_entry origin
             JOIN house_arrival a ON a.id = origin.arrival_id) arrival;

create view reorged_payment as
 SELECT withdrawal_payment.withdrawal_id,
    withdrawal_payment.attempt
   FROM withdrawal_payment
  WHERE withdrawal_payment.reorged_at IS NOT NULL AND withdrawal_payment.lost_at IS NULL AND COALESCE(withdrawal_payment.lead_id, withdrawal_payment.withdrawal_id) = withdrawal_payment.withdrawal_id
UNION
 SELECT p.withdrawal_id,
    p.attempt
   FROM chain_block b
     JOIN withdrawal_payment p ON p.network = b.network AND p.block_height = b.height
  WHERE p.final_at IS NOT NULL AND p.block_hash <> b.hash AND COALESCE(p.lead_id, p.withdrawal_id) = p.withdrawal_id;

create view settled_deposit_of_closed as
 SELECT d.network,
    d.txid,
    d.output_index
   FROM deposit d
     JOIN customer c ON c.id = d.customer_id AND c.status = 'CLOSED'::text
  WHERE d.status = 'ORPHANED'::text AND d.transfer_id IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM deposit_to_claw_back lacking
          WHERE lacking.id = d.id)) AND (EXISTS ( SELECT
           FROM deposit_claw_back taken
          WHERE taken.deposit_id = d.id AND taken.removal = d.removals AND taken.return_transfer_id IS NULL));

create view spendable_output as
 SELECT branch,
    number,
    txid,
    index,
    amount
   FROM own_output o
  WHERE NOT (EXISTS ( SELECT
           FROM outpoint_reservation s
          WHERE s.network = 'BITCOIN'::text AND s.outpoint = ((o.txid || ':'::text) || o.index)));

create view suspense_open as
 SELECT arrival_id,
    sum(change)::bigint AS amount,
    max(happened_at) FILTER (WHERE kind <> 'SETTLED'::text) AS since
   FROM suspense_entry
  GROUP BY arrival_id
 HAVING sum(change) <> 0::numeric;

create view unswept as
 SELECT a.number,
    a.address,
    a.key,
    d.amount - COALESCE(s.amount, 0::numeric) AS amount
   FROM ( SELECT received.address_number,
            sum(received.amount) AS amount
           FROM ( SELECT deposit.address_number,
                    deposit.amount::numeric AS amount
                   FROM deposit
                  WHERE deposit.network = 'ERC20'::text AND deposit.status = 'CREDITED'::text
                UNION ALL
                 SELECT a_1.number,
                    h.amount
                   FROM house_arrival h
                     JOIN deposit_address a_1 ON a_1.network = h.network AND a_1.key = h.address_key
                  WHERE h.network = 'ERC20'::text AND h.coin = 'USDT'::text AND h.status = 'POSTED'::text) received
          GROUP BY received.address_number) d
     JOIN deposit_address a ON a.network = 'ERC20'::text AND a.number = d.address_number
     LEFT JOIN ( SELECT sweep.address_number,
            sum(sweep.amount) AS amount
           FROM sweep
          WHERE sweep.kind = 'SWEEP'::text AND sweep.is_paid IS NOT FALSE
          GROUP BY sweep.address_number) s USING (address_number)
  WHERE d.amount > COALESCE(s.amount, 0::numeric);


-- Indexes

CREATE INDEX balance_customer ON ledger.balance USING btree ((((account)::bigint / 100))) WHERE ((account)::bigint > 0);
CREATE INDEX hold_open ON ledger.hold USING btree (account) WHERE (released_at IS NULL);
CREATE INDEX posting_customer ON ONLY ledger.posting USING btree (customer, transfer_id DESC, line DESC) WHERE (type <> 'MINING_OUTPUT'::ledger.posting_type);
CREATE INDEX posting_customer_type ON ONLY ledger.posting USING btree (customer, type, transfer_id DESC, line DESC) WHERE (type <> 'MINING_OUTPUT'::ledger.posting_type);
CREATE INDEX transfer_corrects ON ONLY ledger.transfer USING btree (corrects) WHERE (corrects IS NOT NULL);
CREATE UNIQUE INDEX transfer_key_source ON ledger.transfer_key USING btree (business_date, kind, source_id) WHERE (source_id IS NOT NULL);
CREATE INDEX transfer_of_kind ON ONLY ledger.transfer USING btree (kind, id) WHERE ((kind)::text <> ALL ((ARRAY['withdrawal'::character varying, 'withdrawal-end'::character varying, 'coin-up-subscription'::character varying, 'coin-up-interest-redemption'::character varying, 'deposit'::character varying])::text[]));
CREATE UNIQUE INDEX alert_open ON public.alert USING btree (kind, subject) WHERE (resolved_at IS NULL);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, id DESC);
CREATE INDEX audit_log_approver ON public.audit_log USING btree (approved_by, id DESC) WHERE (approved_by IS NOT NULL);
CREATE INDEX audit_log_of_subject ON public.audit_log USING btree (subject, id DESC);
CREATE INDEX audit_log_staff ON public.audit_log USING btree (staff_id, id DESC);
CREATE INDEX audit_log_staff_action ON public.audit_log USING btree (staff_id, action, id DESC);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject, id DESC) WHERE (action <> 'customer:show'::text);
CREATE INDEX audit_log_subject_action ON public.audit_log USING btree (subject, action, id DESC);
CREATE INDEX auto_approval_day ON public.auto_approval USING btree (date);
CREATE UNIQUE INDEX auto_approval_total ON public.auto_approval USING btree (coin, date, day_total);
CREATE INDEX charge_adjustment_about ON public.charge_adjustment USING btree (machine_id, about_date);
CREATE INDEX charge_adjustment_electricity ON public.charge_adjustment USING btree (customer_id, about_date) WHERE (adjusted = 'electricity'::text);
CREATE INDEX charge_adjustment_machine ON public.charge_adjustment USING btree (machine_id, date);
CREATE INDEX charge_adjustment_outage ON public.charge_adjustment USING btree (outage_credit_id, customer_id) WHERE (outage_credit_id IS NOT NULL);
CREATE INDEX charge_adjustment_output ON public.charge_adjustment USING btree (customer_id, about_date) WHERE (adjusted = 'output'::text);
CREATE INDEX charge_adjustment_owed ON public.charge_adjustment USING btree (customer_id, date, machine_no) WHERE (owed > 0);
CREATE INDEX coin_up_interest_batch_unpaid ON public.coin_up_interest_batch USING btree (date, coin, batch) WHERE (paid_at IS NULL);
CREATE INDEX coin_up_interest_day_unpaid ON public.coin_up_interest_day USING btree (coin, date) WHERE (paid_at IS NULL);
CREATE INDEX coin_up_order_arrival ON public.coin_up_order USING btree (arrival_date, customer_id);
CREATE INDEX coin_up_order_customer ON public.coin_up_order USING btree (customer_id, date DESC, id DESC);
CREATE INDEX coin_up_order_in_transit ON public.coin_up_order USING btree (customer_id, coin) WHERE (state = 'INTRANSIT'::text);
CREATE UNIQUE INDEX cold_payment_final ON public.cold_payment USING btree (transfer_id) WHERE (final_at IS NOT NULL);
CREATE UNIQUE INDEX cold_transfer_one_at_a_time ON public.cold_transfer USING btree (network, kind) WHERE ((ended_at IS NULL) AND (cancelled_at IS NULL) AND (kind <> 'ROTATION'::text));
CREATE INDEX cold_transfer_open ON public.cold_transfer USING btree (id) WHERE (ended_at IS NULL);
CREATE INDEX content_revision_drafts ON public.content_revision USING btree (kind, id DESC) WHERE (published_at IS NULL);
CREATE INDEX content_revision_in_force ON public.content_revision USING btree (kind, name, starts_at DESC, id DESC) WHERE ((published_at IS NOT NULL) AND (withdrawn_at IS NULL));
CREATE INDEX content_revision_of_name ON public.content_revision USING btree (kind, name, id DESC);
CREATE UNIQUE INDEX content_revision_version ON public.content_revision USING btree (name, version) WHERE ((kind = 'AGREEMENT'::text) AND (published_at IS NOT NULL));
CREATE INDEX custody_comparison_newest ON public.custody_comparison USING btree (coin, id DESC);
CREATE INDEX customer_account_end ON public.customer USING btree (reverse(account) COLLATE "C");
CREATE INDEX customer_contact_change_customer ON public.customer_contact_change USING btree (customer_id, id);
CREATE INDEX customer_freeze_open ON public.customer_freeze USING btree (customer_id) WHERE (lifted_at IS NULL);
CREATE INDEX customer_message_newest ON public.customer_message USING btree (customer_id, at DESC, id DESC);
CREATE INDEX customer_message_of_group ON public.customer_message USING btree (key) WHERE (kind = 'MAINTENANCE'::text);
CREATE INDEX customer_message_old ON public.customer_message USING btree (at);
CREATE INDEX customer_message_unread ON public.customer_message USING btree (customer_id) WHERE (read_at IS NULL);
CREATE INDEX customer_not_active ON public.customer USING btree (status, id DESC) WHERE (status <> 'ACTIVE'::text);
CREATE INDEX customer_not_active_account ON public.customer USING btree (status, account) WHERE (status <> 'ACTIVE'::text);
CREATE INDEX customer_second_contact_newest ON public.customer_second_contact USING btree (customer_id, id DESC);
CREATE INDEX customer_second_contact_of ON public.customer_second_contact USING btree (contact);
CREATE INDEX customer_tags ON public.customer USING gin (tags);
CREATE INDEX day_close_order_day ON public.day_close_order USING btree (kind, date, id);
CREATE UNIQUE INDEX day_close_order_open ON public.day_close_order USING btree (kind, date, work) WHERE (ended_at IS NULL);
CREATE INDEX day_close_preflight_open ON public.day_close_preflight USING btree (kind, date) WHERE (findings <> '[]'::jsonb);
CREATE INDEX deposit_block ON public.deposit USING btree (network, block_hash) WHERE (block_hash IS NOT NULL);
CREATE INDEX deposit_credited ON public.deposit USING btree (network, address_number) INCLUDE (amount) WHERE (status = 'CREDITED'::text);
CREATE INDEX deposit_customer ON public.deposit USING btree (customer_id, id DESC);
CREATE INDEX deposit_list ON public.deposit USING btree (status, coin, seen_at DESC, id DESC);
CREATE INDEX deposit_of_amount ON public.deposit USING btree (coin, amount, id DESC);
CREATE INDEX deposit_open ON public.deposit USING btree (network, height) WHERE (status = ANY (ARRAY['CONFIRMING'::text, 'BELOW_MINIMUM'::text]));
CREATE INDEX deposit_removed ON public.deposit USING btree (customer_id) WHERE ((status = 'ORPHANED'::text) AND (transfer_id IS NOT NULL));
CREATE INDEX deposit_waiting ON public.deposit USING btree (network) WHERE (status = 'SEEN'::text);
CREATE INDEX electricity_charge_customer ON ONLY public.electricity_charge USING btree (date, customer_id);
CREATE INDEX electricity_charge_owed ON ONLY public.electricity_charge USING btree (customer_id, date, machine_no) WHERE (owed > 0);
CREATE INDEX forced_notice_confirmation_of_text ON public.forced_notice_confirmation USING btree (content_hash, confirmed_at DESC, customer_id DESC);
CREATE INDEX funds_password_attempt_newest ON public.funds_password_attempt USING btree (customer_id, at DESC, id DESC);
CREATE INDEX funds_password_token_customer ON public.funds_password_token USING btree (customer_id);
CREATE INDEX funds_password_token_expires ON public.funds_password_token USING btree (expires_at);
CREATE INDEX hosting_charge_customer ON public.hosting_charge USING btree (customer_id, first_day DESC, id DESC);
CREATE INDEX hosting_charge_date ON public.hosting_charge USING btree (date, customer_id);
CREATE UNIQUE INDEX hosting_charge_day ON public.hosting_charge USING btree (machine_id, first_day) WHERE (adjustment_id IS NULL);
CREATE INDEX hosting_charge_owed ON public.hosting_charge USING btree (customer_id) WHERE (owed > 0);
CREATE INDEX house_arrival_block ON public.house_arrival USING btree (network, block_hash) WHERE (block_hash IS NOT NULL);
CREATE INDEX house_arrival_open ON public.house_arrival USING btree (network, height) WHERE (status = 'CONFIRMING'::text);
CREATE INDEX local_message_newest ON public.local_message USING btree (sent_at DESC, id DESC);
CREATE INDEX login_attempt_at ON public.login_attempt USING btree (at);
CREATE INDEX login_attempt_caller ON public.login_attempt USING btree (account, device_id, at DESC, id DESC);
CREATE INDEX machine_clock ON public.machine USING btree (expected_running_time) WHERE (status = 'WAITING'::text);
CREATE INDEX machine_contract ON public.machine USING btree (end_time) WHERE (NOT contract_ended);
CREATE INDEX machine_counts ON public.machine USING btree (site_id, model_id, status, id DESC);
CREATE INDEX machine_customer ON public.machine USING btree (customer_id, id DESC);
CREATE INDEX machine_model_of ON public.machine USING btree (model_id, id DESC);
CREATE INDEX machine_number ON public.machine USING btree (upper(machine_no) COLLATE "C");
CREATE INDEX machine_output_customer ON ONLY public.machine_output USING btree (date, customer_id, machine_id, coin);
CREATE INDEX machine_running_period ON public.machine_status_period USING btree (machine_id, started_at, ended_at) WHERE (status = 'RUNNING'::text);
CREATE INDEX machine_site ON public.machine USING btree (site_id, id DESC);
CREATE INDEX machine_status ON public.machine USING btree (status, id DESC);
CREATE INDEX machine_status_correction ON public.machine_status_period USING btree (correction_id) WHERE (correction_id IS NOT NULL);
CREATE UNIQUE INDEX machine_status_open ON public.machine_status_period USING btree (machine_id) WHERE (ended_at IS NULL);
CREATE INDEX machine_terms_customer ON public.machine_terms USING btree (customer_id, machine_id);
CREATE INDEX machine_terms_due ON public.machine_terms USING btree (effective_from, machine_id) WHERE (NOT applied);
CREATE INDEX machine_terms_tariff ON public.machine_terms USING btree (site_id, tariff_name, effective_to);
CREATE INDEX may_owe_account ON public.may_owe USING btree (account, customer_id);
CREATE INDEX may_owe_customer ON public.may_owe USING btree (customer_id);
CREATE INDEX one_time_code_account ON public.one_time_code USING btree (account, scene, sent_at DESC);
CREATE INDEX one_time_code_budget ON public.one_time_code USING btree (sent_at DESC) WHERE (code_hash IS NOT NULL);
CREATE INDEX one_time_code_device ON public.one_time_code USING btree (device_id, sent_at DESC);
CREATE INDEX one_time_code_guessed ON public.one_time_code USING btree (sent_at DESC) WHERE ((code_hash IS NOT NULL) AND ((wrong_guesses + wrong_guesses_elsewhere) > 0));
CREATE INDEX one_time_code_sent ON public.one_time_code USING btree (sent_at DESC);
CREATE INDEX outage_credit_batch_transfer ON public.outage_credit_batch USING btree (transfer_id) WHERE (transfer_id IS NOT NULL);
CREATE INDEX outage_credit_open ON public.outage_credit USING btree (id) WHERE (finished_at IS NULL);
CREATE INDEX outpoint_reservation_cold ON public.outpoint_reservation USING btree (cold_transfer_id) WHERE (cold_transfer_id IS NOT NULL);
CREATE INDEX outpoint_reservation_withdrawal ON public.outpoint_reservation USING btree (withdrawal_id);
CREATE INDEX passkey_challenge_expires ON public.passkey_challenge USING btree (expires_at);
CREATE INDEX passkey_challenge_passkey ON public.passkey_challenge USING btree (passkey_id);
CREATE INDEX passkey_customer ON public.passkey USING btree (customer_id, id);
CREATE UNIQUE INDEX pool_payment_arrival ON public.pool_payment USING btree (arrival_id) WHERE (undone_transfer_id IS NULL);
CREATE UNIQUE INDEX pool_payment_correction_once ON public.pool_payment_correction USING btree (transfer_id, line) WHERE (NOT undone);
CREATE UNIQUE INDEX pool_payment_day_once ON public.pool_payment_day USING btree (coin, date) WHERE (NOT undone);
CREATE INDEX pool_report_day ON public.pool_report USING btree (date, machine_id);
CREATE INDEX repair_note_of_ticket ON public.repair_note USING btree (ticket_id, id DESC);
CREATE INDEX repair_ticket_of_assignee ON public.repair_ticket USING btree (assignee, status, id DESC) WHERE (assignee IS NOT NULL);
CREATE INDEX repair_ticket_of_machine ON public.repair_ticket USING btree (machine_id, id DESC);
CREATE INDEX repair_ticket_of_status ON public.repair_ticket USING btree (status, id DESC);
CREATE UNIQUE INDEX repair_ticket_open ON public.repair_ticket USING btree (machine_id) WHERE (status <> 'DONE'::text);
CREATE INDEX repair_ticket_open_newest ON public.repair_ticket USING btree (id DESC) WHERE (status <> 'DONE'::text);
CREATE INDEX request_count_expire ON public.request_count USING btree (expire);
CREATE INDEX risk_confirmation_of_version ON public.risk_confirmation USING btree (version, confirmed_at DESC, customer_id DESC);
CREATE INDEX second_factor_removal_customer ON public.second_factor_removal USING btree (customer_id, id);
CREATE INDEX security_check_run_at ON public.security_check_run USING btree (at DESC);
CREATE INDEX security_event_at ON public.security_event USING btree (at, id);
CREATE INDEX security_event_customer ON public.security_event USING btree (customer_id, id);
CREATE INDEX security_notice_at ON public.security_notice USING btree (budget, at DESC);
CREATE INDEX security_notice_customer ON public.security_notice USING btree (customer_id, budget, at DESC);
CREATE INDEX session_customer ON public.session USING btree (customer_id, created_at DESC);
CREATE INDEX spent_challenge_expires ON public.spent_challenge USING btree (expires_at);
CREATE INDEX staff_attempt_at ON public.staff_attempt USING btree (at);
CREATE INDEX staff_attempt_caller ON public.staff_attempt USING btree (name, caller, at DESC, id DESC);
CREATE INDEX staff_passkey_staff ON public.staff_passkey USING btree (staff_id);
CREATE INDEX staff_proposal_open ON public.staff_proposal USING btree (id) WHERE (outcome IS NULL);
CREATE INDEX staff_session_staff ON public.staff_session USING btree (staff_id, device_hash);
CREATE INDEX superseded_status_correction ON public.superseded_status_period USING btree (superseded_by);
CREATE INDEX support_message_of_customer ON public.support_message USING btree (customer_id, at) WHERE (staff_id IS NULL);
CREATE INDEX support_message_of_thread ON public.support_message USING btree (thread_id, id DESC);
CREATE INDEX support_thread_newest ON public.support_thread USING btree (customer_id, changed_at DESC, id DESC);
CREATE UNIQUE INDEX support_thread_of_record ON public.support_thread USING btree (customer_id, about, record) WHERE (status <> 'CLOSED'::text);
CREATE INDEX support_thread_queue ON public.support_thread USING btree (changed_at, id) WHERE (status <> 'CLOSED'::text);
CREATE INDEX suspense_entry_arrival ON public.suspense_entry USING btree (arrival_id);
CREATE INDEX sweep_of_address ON public.sweep USING btree (address_number) WHERE (kind = 'SWEEP'::text);
CREATE UNIQUE INDEX sweep_one_at_a_time ON public.sweep USING btree (address_number) WHERE ((ended_at IS NULL) AND (signed_as IS NULL));
CREATE UNIQUE INDEX sweep_one_of_house_at_a_time ON public.sweep USING btree (house_number) WHERE ((ended_at IS NULL) AND (signed_as IS NULL));
CREATE INDEX sweep_open ON public.sweep USING btree (id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX treasury_destination_name ON public.treasury_destination USING btree (name) WHERE (removed_at IS NULL);
CREATE INDEX withdrawal_address_of_key ON public.withdrawal_address USING btree (network, address_key);
CREATE INDEX withdrawal_customer ON public.withdrawal USING btree (customer_id, id DESC);
CREATE INDEX withdrawal_date ON public.withdrawal USING btree (date, id);
CREATE INDEX withdrawal_day ON public.withdrawal USING btree (customer_id, coin, date);
CREATE INDEX withdrawal_export_abandoned ON public.withdrawal_export USING btree (abandoned_at) WHERE (abandoned_at IS NOT NULL);
CREATE INDEX withdrawal_export_withdrawal ON public.withdrawal_export USING btree (withdrawal_id);
CREATE INDEX withdrawal_in_payout ON public.withdrawal USING btree (id) WHERE (end_transfer_id IS NULL);
CREATE INDEX withdrawal_note_of ON public.withdrawal_note USING btree (withdrawal_id, id);
CREATE INDEX withdrawal_of_amount ON public.withdrawal USING btree (coin, amount, id DESC);
CREATE INDEX withdrawal_open ON public.withdrawal USING btree (coin, id) WHERE (end_transfer_id IS NULL);
CREATE INDEX withdrawal_paid ON public.withdrawal USING btree (network, id DESC) WHERE (phase = 'PAID'::text);
CREATE INDEX withdrawal_payment_block ON public.withdrawal_payment USING btree (network, block_height) WHERE (block_height IS NOT NULL);
CREATE UNIQUE INDEX withdrawal_payment_final ON public.withdrawal_payment USING btree (withdrawal_id) WHERE (final_at IS NOT NULL);
CREATE UNIQUE INDEX withdrawal_payment_output ON public.withdrawal_payment USING btree (lead_id, attempt, output_index) WHERE (lead_id IS NOT NULL);
CREATE INDEX withdrawal_payment_reorged ON public.withdrawal_payment USING btree (withdrawal_id) WHERE ((reorged_at IS NOT NULL) AND (lost_at IS NULL));
CREATE INDEX withdrawal_payment_txid ON public.withdrawal_payment USING btree (txid);
CREATE UNIQUE INDEX withdrawal_payment_txid_key ON public.withdrawal_payment USING btree (txid) WHERE (COALESCE(lead_id, withdrawal_id) = withdrawal_id);
CREATE INDEX withdrawal_payment_unproven ON public.withdrawal_payment USING btree (withdrawal_id) WHERE (unproven_since IS NOT NULL);
CREATE INDEX withdrawal_phase ON public.withdrawal USING btree (phase, coin, id);
CREATE INDEX withdrawal_screening ON public.withdrawal USING btree (network, address_key) WHERE (phase = 'SCREENING'::text);
CREATE INDEX withdrawal_to_address ON public.withdrawal USING btree (network, address_key, id DESC);
CREATE INDEX withdrawal_to_sign ON public.withdrawal USING btree (id) WHERE ((phase = 'SIGNING'::text) AND (end_transfer_id IS NULL));
CREATE INDEX withdrawal_under_way ON public.withdrawal USING btree (customer_id, coin) INCLUDE (amount) WHERE (end_transfer_id IS NULL);

-- Functions

CREATE OR REPLACE FUNCTION ledger.account_id(customer bigint, account text, coin text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((customer * 100) + CASE account WHEN 'OUTPUT_ACCOUNT'::text THEN 10 WHEN 'ELE_ACCOUNT'::text THEN 20 WHEN 'COIN_UP_ACCOUNT'::text THEN 30 WHEN 'INCOME_ACCOUNT'::text THEN 40 ELSE NULL::integer END) + ledger.coin_number(coin));

CREATE OR REPLACE FUNCTION ledger.add_day_totals(most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  progress day_total_progress;
  reached bigint;
begin
  if exists (select from day_total_progress p, transfer_id_seq s
      where p.counted_to = p.candidate and p.candidate = case when s.is_called then s.last_value else s.last_value - 1 end) then
    return false;
  end if;
  select * into progress from day_total_progress for update skip locked;
  if not found then return false; end if;
  if progress.counted_to >= progress.candidate then
    select case when is_called then last_value else last_value - 1 end into progress.candidate from transfer_id_seq;
    select coalesce(array_agg(l.virtualtransaction), '{}') into progress.posting
      from pg_locks l
      where l.locktype = 'relation' and l.relation = 'ledger.transfer'::regclass and l.mode = 'RowExclusiveLock' and l.pid is distinct from pg_backend_pid()
        and l.database = (select oid from pg_database where datname = current_database());
  elsif exists (
      select from pg_locks l
      where l.locktype = 'relation' and l.relation = 'ledger.transfer'::regclass and l.mode = 'RowExclusiveLock' and l.virtualtransaction = any (progress.posting)
        and l.database = (select oid from pg_database where datname = current_database())) then
    return false;
  else
    progress.posting := '{}';
  end if;
  reached := progress.counted_to;
  if progress.posting = '{}' and progress.candidate > progress.counted_to then
    if exists (select from month_seal where detached_at is not null and first_transfer <= reached and beyond - 1 > reached) then
      raise exception 'a month was taken away while its totals were being made: attach it until they are' using errcode = 'LD005';
    end if;
    select p.transfer_id into reached from posting p where p.transfer_id > progress.counted_to and p.transfer_id <= progress.candidate
      order by p.transfer_id, p.line offset most limit 1;
    reached := coalesce(reached, progress.candidate);
    insert into day_total as total
      select * from totals_between(progress.counted_to, reached)
      on conflict (date, class) do update set given = total.given + excluded.given, received = total.received + excluded.received,
        first_transfer = least(total.first_transfer, excluded.first_transfer), last_transfer = greatest(total.last_transfer, excluded.last_transfer);
  end if;
  update day_total_progress set counted_to = reached, candidate = progress.candidate, posting = progress.posting,
    from_carried = from_carried or exists (select from month_seal where detached_at is not null and beyond - 1 > progress.counted_to and beyond - 1 <= reached);
  return reached > progress.counted_to and reached < progress.candidate;
end $function$;

CREATE OR REPLACE FUNCTION ledger.attach_month(wanted date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  sealed month_seal;
  is_first boolean;
  parent text;
  part text;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.seal_month', 0));
  select * into sealed from month_seal where month = wanted;
  if not found then raise exception '% is not sealed', wanted using errcode = 'LD005'; end if;
  if sealed.detached_at is null then raise exception '% is here', wanted using errcode = 'LD005'; end if;
  is_first := not exists (select from month where month < wanted);
  foreach parent in array array['transfer', 'posting'] loop
    part := parent || '_' || name_of_month(wanted);
    if to_regclass(format('archive.%I', part)) is null then
      raise exception 'there is no table archive.% to attach', part using errcode = 'LD005';
    end if;
    perform public.restore_partition(format('archive.%I', part)::regclass, format('ledger.%I', parent)::regclass,
      format('%1$I < %2$s and %1$I >= %3$L', case parent when 'transfer' then 'id' else 'transfer_id' end, sealed.beyond,
        case when is_first then '-9223372036854775808' else sealed.first_transfer::text end));
  end loop;
  if sealed.seal <> seal_of(sealed) or sealed.digest <> month_digest(
      format('archive.%I', 'transfer_' || name_of_month(wanted))::regclass, format('archive.%I', 'posting_' || name_of_month(wanted))::regclass,
      sealed.first_transfer, sealed.beyond) then
    raise exception '% is not as it was sealed', wanted using errcode = 'LD005';
  end if;
  lock table public.months_gate in access exclusive mode;
  foreach parent in array array['transfer', 'posting'] loop
    part := parent || '_' || name_of_month(wanted);
    execute format('alter table archive.%I set schema ledger', part);
    execute format('alter table ledger.%I attach partition ledger.%I for values from (%s) to (%L)', parent, part,
      case when is_first then 'minvalue' else quote_literal(sealed.first_transfer) end, sealed.beyond);
    execute format('alter table ledger.%I drop constraint is_within_bounds', part);
  end loop;
  update month_seal set detached_at = null where month = wanted;
end $function$;

CREATE OR REPLACE FUNCTION ledger.carried_digest(of_month date)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  select sha256(convert_to(coalesce(string_agg(concat(account, ' ', amount, ' ', balance_after), ';' order by account), ''), 'UTF8'))
  from carried where month = of_month;
$function$;

CREATE OR REPLACE FUNCTION ledger.check_books()
 RETURNS TABLE(check_name text, subject text, expected text, found text, coin text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
BEGIN ATOMIC
 WITH sums AS (
          SELECT entry.account,
             ledger.total(entry.amount) AS amount
            FROM ledger.entry
           GROUP BY entry.account
         ), open_holds AS (
          SELECT hold.account,
             ledger.total((hold.amount)::bigint) AS amount
            FROM ledger.hold
           WHERE (hold.released_at IS NULL)
           GROUP BY hold.account
         ), history AS (
          SELECT entry.transfer_id,
             entry.line,
             entry.account,
             entry.balance_after,
             ledger.total(entry.amount) OVER (PARTITION BY entry.account ORDER BY entry.transfer_id, entry.line) AS summed
            FROM ledger.entry
           WHERE ((entry.account)::bigint > 0)
         ), difference(check_name, subject, expected, found, coin) AS (
          SELECT 'a balance is the sum of its entries'::text AS "?column?",
             (COALESCE((s.account)::bigint, (b.account)::bigint))::text AS "coalesce",
             (COALESCE(s.amount, (0)::bigint))::text AS "coalesce",
             (COALESCE(b.posted, (0)::bigint))::text AS "coalesce",
             ledger.coin_of(COALESCE((s.account)::bigint, (b.account)::bigint)) AS coin_of
            FROM (( SELECT sums.account,
                     sums.amount
                    FROM sums
                   WHERE ledger.is_stored((sums.account)::bigint)) s
              FULL JOIN ledger.balance b ON (((b.account)::bigint = (s.account)::bigint)))
           WHERE (COALESCE(s.amount, (0)::bigint) <> COALESCE(b.posted, (0)::bigint))
         UNION ALL
          SELECT 'the entries of a coin sum to zero'::text AS text,
             ledger.coin_of((sums.account)::bigint) AS coin_of,
             '0'::text AS text,
             (sum(sums.amount))::text AS sum,
             ledger.coin_of((sums.account)::bigint) AS coin_of
            FROM sums
           GROUP BY (ledger.coin_of((sums.account)::bigint))
          HAVING (sum(sums.amount) <> (0)::numeric)
         UNION ALL
          SELECT 'no kept account is below zero or below what is held'::text AS text,
             (balance.account)::text AS account,
             ('at least '::text || GREATEST((balance.held)::bigint, (0)::bigint)),
             (balance.posted)::text AS posted,
             ledger.coin_of((balance.account)::bigint) AS coin_of
            FROM ledger.balance
           WHERE ((balance.posted < 0) OR (balance.posted < (balance.held)::bigint) OR ((balance.held)::bigint < 0))
         UNION ALL
          SELECT 'revenue and pending accounts are not below zero'::text AS text,
             ((ledger.name_of((sums.account)::bigint) || ' '::text) || ledger.coin_of((sums.account)::bigint)),
             'at least 0'::text AS text,
             (sums.amount)::text AS amount,
             ledger.coin_of((sums.account)::bigint) AS coin_of
            FROM sums
           WHERE ((sums.amount < 0) AND (((- (sums.account)::bigint) / 10) = ANY (ARRAY[(6)::bigint, (7)::bigint, (8)::bigint, (9)::bigint, (14)::bigint])))
         UNION ALL
          SELECT 'custody, cash and expense accounts are not above zero'::text AS text,
             ((ledger.name_of((sums.account)::bigint) || ' '::text) || ledger.coin_of((sums.account)::bigint)),
             'at most 0'::text AS text,
             (sums.amount)::text AS amount,
             ledger.coin_of((sums.account)::bigint) AS coin_of
            FROM sums
           WHERE ((sums.amount > 0) AND (((- (sums.account)::bigint) / 10) = ANY (ARRAY[(1)::bigint, (2)::bigint, (10)::bigint, (12)::bigint])))
         UNION ALL
          SELECT 'held is the sum of the open holds'::text AS text,
             (COALESCE(h.account, b.account))::text AS "coalesce",
             (COALESCE(h.amount, (0)::bigint))::text AS "coalesce",
             (COALESCE((b.held)::bigint, (0)::bigint))::text AS "coalesce",
             ledger.coin_of((COALESCE(h.account, b.account))::bigint) AS coin_of
            FROM (open_holds h
              FULL JOIN ledger.balance b ON (((b.account)::bigint = (h.account)::bigint)))
           WHERE (COALESCE(h.amount, (0)::bigint) <> COALESCE((b.held)::bigint, (0)::bigint))
         UNION ALL
          SELECT 'each entry tells the balance after it'::text AS text,
             ((((history.account || ' at '::text) || history.transfer_id) || '/'::text) || history.line),
             (history.summed)::text AS summed,
             (history.balance_after)::text AS balance_after,
             ledger.coin_of((history.account)::bigint) AS coin_of
            FROM history
           WHERE (history.summed IS DISTINCT FROM (history.balance_after)::bigint)
         UNION ALL
          SELECT 'a posting is listed with its customer'::text AS text,
             ((posting.transfer_id || '/'::text) || posting.line),
             (((GREATEST(posting.debit, posting.credit))::bigint / 100))::text AS text,
             (posting.customer)::text AS customer,
                 CASE
                     WHEN (ledger.coin_of((posting.debit)::bigint) = ledger.coin_of((posting.credit)::bigint)) THEN ledger.coin_of((posting.debit)::bigint)
                     ELSE NULL::text
                 END AS "case"
            FROM ledger.posting
           WHERE (posting.customer IS DISTINCT FROM
                 CASE
                     WHEN ((GREATEST(posting.debit, posting.credit))::bigint > 0) THEN ((GREATEST(posting.debit, posting.credit))::bigint / 100)
                     ELSE NULL::bigint
                 END)
         UNION ALL
          SELECT 'a posting belongs to a transfer'::text AS text,
             (p.transfer_id)::text AS transfer_id,
             'a transfer'::text AS text,
             'none'::text AS text,
             NULL::text AS text
            FROM ( SELECT DISTINCT posting.transfer_id
                    FROM ledger.posting) p
           WHERE (NOT (EXISTS ( SELECT
                    FROM ledger.transfer t
                   WHERE (t.id = p.transfer_id))))
         UNION ALL
          SELECT 'a transfer has postings'::text AS text,
             (t.id)::text AS id,
             'at least one'::text AS text,
             'none'::text AS text,
             NULL::text AS text
            FROM ledger.transfer t
           WHERE (NOT (EXISTS ( SELECT
                    FROM ledger.posting p
                   WHERE (p.transfer_id = t.id))))
         ), numbered AS (
          SELECT d.check_name,
             d.subject,
             d.expected,
             d.found,
             d.coin,
             row_number() OVER (PARTITION BY d.check_name ORDER BY d.subject) AS nth,
             count(*) OVER (PARTITION BY d.check_name) AS total
            FROM difference d
         )
  SELECT n.check_name,
     n.subject,
     n.expected,
         CASE
             WHEN ((n.nth = 20) AND (n.total > n.nth)) THEN concat(n.found, ' (', (n.total - n.nth), ' more of this check)')
             ELSE n.found
         END AS found,
         CASE
             WHEN ((n.nth < 20) OR (n.total = n.nth)) THEN n.coin
             ELSE NULL::text
         END AS "case"
    FROM numbered n
   WHERE (n.nth <= 20);
END;

CREATE OR REPLACE FUNCTION ledger.check_credit(posted bigint, from_house bigint, to_customer bigint, units bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  house constant text := name_of(from_house);
  of_coin constant text := coin_of(from_house);
  posted_key text;
  row_id bigint;                                -- that the key names
begin
  if not public.is_bound_login() then return; end if;
  select key into strict posted_key from transfer where id = posted;
  row_id := substring(posted_key from '^(?:deposit|withdrawal-end):(\d{1,18})(?:$|:)')::bigint;
  if house = 'CUSTODY' then
    if not exists (
      select from public.deposit d join public.chain_watcher w using (network)
      where d.id = row_id and posted_key = 'deposit:' || row_id and d.transfer_id is null and d.status in ('CONFIRMING', 'BELOW_MINIMUM')
        and d.height + d.needed - 1 <= w.newest_height and d.coin = of_coin and d.amount = units
        and to_customer = account_id(d.customer_id, case d.coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, d.coin)
    ) then
      raise exception 'no final deposit is credited by %', posted_key using errcode = 'check_violation';
    end if;
    insert into credit_to_record values (posted) on conflict do nothing;
  elsif house = 'WITHDRAWAL_PENDING' then
    if not exists (
      select from public.withdrawal w
      where w.id = row_id and posted_key = 'withdrawal-end:' || row_id and w.end_transfer_id is null and w.coin = of_coin
        and w.amount = units and w.customer_id = customer_of(to_customer)
    ) then
      raise exception 'no open withdrawal comes back by %', posted_key using errcode = 'check_violation';
    end if;
    insert into credit_to_record values (posted) on conflict do nothing;
  elsif pg_has_role(session_user, 'lode_staff', 'member') then
    return;
  elsif house = 'SUSPENSE' then
    if not exists (
      select from public.deposit_claw_back c join public.deposit d on d.id = c.deposit_id
      where d.id = row_id and starts_with(posted_key, concat('deposit:', row_id, ':returned:', c.removal))
        and c.return_transfer_id is null and c.amount = units and d.customer_id = customer_of(to_customer) and d.coin = of_coin
    ) then
      raise exception 'nothing that was clawed back is returned by %', posted_key using errcode = 'check_violation';
    end if;
  elsif house not in ('MINING_RECEIVABLE', 'ELECTRICITY_REVENUE', 'HOSTING_REVENUE', 'INTEREST_FUND') then
    raise exception 'permission denied to credit from %', house using errcode = 'insufficient_privilege';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION ledger.check_credit_is_recorded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  unrecorded bigint;
begin
  -- The first of the transaction's rows has looked at all that were posted after it. What others left behind dead lies below.
  if not exists (select from credit_to_record where transfer_id = new.transfer_id) then return null; end if;
  select asked.transfer_id into unrecorded
  from (
    select c.transfer_id, t.key, t.posted_at,
      case when t.key ~ '^(deposit|withdrawal-end):' then split_part(t.key, ':', 2)::bigint end as row_id
    from credit_to_record c
      -- The limit keeps the planner from reading all transfers: this table is empty whenever it is analysed.
      left join lateral (select key, posted_at from transfer where id = c.transfer_id limit 1) t on true
    where c.transfer_id >= new.transfer_id
  ) asked
  where (case
    when row_id is not null then
      exists (select from public.deposit where id = row_id and transfer_id = asked.transfer_id and asked.key = 'deposit:' || id)
      or exists (select from public.withdrawal where id = row_id and end_transfer_id = asked.transfer_id and asked.key = 'withdrawal-end:' || id)
    -- A call of a customer posts one line.
    when key is not null then (
      select count(*) = 1 and bool_and(case
        when line.type = 'WITHDRAW' then exists (select from public.withdrawal where transfer_id = line.transfer_id)
        when line.type::text like 'COIN\_UP\_IN\_%' then public.is_position_ordered(line.customer, coin_of(line.debit))
        else is_interest_ordered(line.customer, coin_of(line.debit), line.amount, asked.posted_at)
      end)
      from posting line where line.transfer_id = asked.transfer_id)
  end) is not true limit 1;
  if found then
    raise exception 'transfer % is recorded by no row', unrecorded using errcode = 'check_violation';
  end if;
  delete from credit_to_record where transfer_id >= new.transfer_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.check_day_totals()
 RETURNS TABLE(check_name text, subject text, expected text, found text, coin text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  with progress as (
    select counted_to, from_carried or exists (select from month_seal where detached_at is not null) as is_cut from day_total_progress
  ), entries as (
    select case when is_cut then date '-infinity' else t.date end as date, t.class, sum(case when is_cut then 0 else t.given end) as given,
      sum(case when is_cut then t.received - t.given else t.received end) as received
    from progress cross join lateral totals_between(-1, counted_to) t group by 1, 2
  ), totals as (
    select case when is_cut then date '-infinity' else t.date end as date, t.class, sum(case when is_cut then 0 else t.given end) as given,
      sum(case when is_cut then t.received - t.given else t.received end) as received
    from progress cross join day_total t group by 1, 2
  )
  (select 'the totals of a date are the sums of its entries', concat_ws(' ', nullif(date, '-infinity'), name_of(class), coin_of(class)),
     concat(coalesce(e.given, 0), ' given, ', coalesce(e.received, 0), ' received'), concat(coalesce(d.given, 0), ' given, ', coalesce(d.received, 0), ' received'),
     coin_of(class)
   from entries e full join totals d using (date, class)
   where coalesce(e.given, 0) <> coalesce(d.given, 0) or coalesce(e.received, 0) <> coalesce(d.received, 0)
   order by date, class limit 20)
  union all
  select 'the totals of dates are kept', 'ledger.day_total_progress', '1', count(*)::text, null from day_total_progress having count(*) <> 1;
$function$;

CREATE OR REPLACE FUNCTION ledger.check_group(ids bigint[], types ledger.posting_type[], debits bigint[], credits bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  is_by_customer constant boolean := public.is_public_login(session_user);
  -- In a process that is every part.
  is_by_all constant boolean := pg_has_role(session_user, 'lode_worker', 'member') and pg_has_role(session_user, 'lode_public', 'member');
begin
  if is_by_customer then
    insert into credit_to_record
      select id from unnest(ids, types, debits, credits) line (id, type, debit, credit) where is_own_money(type, debit, credit)
      on conflict do nothing;
  end if;
  perform check_posted(id) from unnest(ids, types, debits, credits) line (id, type, debit, credit)
    where not ((is_by_customer or is_by_all) and is_own_money(type, debit, credit));
end $function$;

CREATE OR REPLACE FUNCTION ledger.check_hold(hold_key text, held_account bigint, held_amount bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
begin
  if public.is_public_login(session_user) and not exists (
    select from public.coin_up_order o
    where hold_key = 'coin-up:redemption:' || o.id and o.id = substring(hold_key from '^coin-up:redemption:(\d{1,18})$')::bigint
      and o.account = 'COIN_UP_ACCOUNT' and o.direction = 'OUT' and o.state = 'INTRANSIT' and o.amount = held_amount
      and held_account = account_id(o.customer_id, 'COIN_UP_ACCOUNT', o.coin)
  ) then
    raise exception 'permission denied to hold % of %', held_amount, held_account using errcode = 'insufficient_privilege';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION ledger.check_interest(posted bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  posted_key constant text := (select key from transfer where id = posted);
  -- Coin, date and, of a payment, batch.
  named constant text[] := regexp_match(posted_key, '^coin-up:interest:(BTC|USDT):(\d{4}-\d{2}-\d{2})(?::(\d{1,9}))?$');
  payable constant bigint := house_id('INTEREST_PAYABLE', named[1]);
  amount_posted bigint;
  amount_planned bigint;
  funded_by bigint;
  amount_funded bigint;
begin
  if named[3] is null then
    if (select count(*) = 1 and bool_and(type = 'INTEREST' and debit = house_id('INTEREST_FUND', named[1]) and credit = payable)
        from posting where transfer_id = posted) and named is not null then return; end if;
  else
    select total(amount) into amount_posted from posting
      where transfer_id = posted
      having bool_and(type = 'INTEREST' and debit = payable and is_customer_account(credit, 'INCOME_ACCOUNT', named[1]));
    select amount into amount_planned from public.coin_up_interest_batch
      where coin = named[1] and date = named[2]::date and batch = named[3]::int and paid_at is null;
    select funding_transfer_id into funded_by from public.coin_up_interest_day where coin = named[1] and date = named[2]::date;
    select amount into amount_funded from posting
      where transfer_id = funded_by and debit = house_id('INTEREST_FUND', named[1]) and credit = payable;
    -- Of a day that was carried over, the batches that the fund itself had paid are not among those that were funded.
    if amount_posted = amount_planned and amount_funded >= (
      select total(amount) from public.coin_up_interest_batch
      where coin = named[1] and date = named[2]::date and coalesce(
        (select transfer_id from transfer_key where key = concat('coin-up:interest:', coin, ':', date, ':', batch)) > funded_by, true)
    ) then return; end if;
  end if;
  raise exception 'no funding and no batch of interest is posted by %', posted_key using errcode = 'check_violation', schema = 'ledger';
end $function$;

CREATE OR REPLACE FUNCTION ledger.check_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
begin
  insert into transfer_key (key, transfer_id, business_date, kind, source_id)
    values (new.key, new.id, case when new.source_id is not null then new.business_date end,
      case when new.source_id is not null then new.kind end, new.source_id)
    on conflict do nothing;
  if not found then return null; end if;
  if pg_has_role(session_user, 'lode_public', 'member')
    and not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member') then
    if new.key !~ '^((withdraw|coin-up):[a-zA-Z]+ [0-9]+ |pay-(owed|hosting):|withdrawal-end:[0-9]{1,18}$)' then
      raise exception 'permission denied to post under the key %', new.key using errcode = 'insufficient_privilege';
    elsif new.source_id is not null then
      raise exception 'permission denied to post the event % %', new.kind, new.source_id using errcode = 'insufficient_privilege';
    elsif new.key like 'withdrawal-end:%' then
      insert into credit_to_record values (new.id) on conflict do nothing;
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION ledger.check_line_of_customer(line ledger.posting)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  from_account constant text := name_of(line.debit);
  to_account constant text := name_of(line.credit);
  of_coin constant text := coin_of(line.debit);
  pays constant text := case when line.type = 'ADJUST_ELE' then 'correction' when line.type = 'HOSTING_FEE' then 'hosting'
    when line.type::text like 'ELE\_CONSUME\_%' then 'electricity' end;
begin
  if (line.debit > 0 and from_account = case of_coin when 'USDT' then 'ELE_ACCOUNT' else 'OUTPUT_ACCOUNT' end and (
    line.type = 'WITHDRAW' and line.credit = house_id('WITHDRAWAL_PENDING', of_coin)
    or line.type::text = 'COIN_UP_IN_' || of_coin and to_account = 'COIN_UP_ACCOUNT'
    or pays = 'hosting' and line.credit = house_id('HOSTING_REVENUE', of_coin)
    or pays in ('electricity', 'correction') and line.credit = house_id('ELECTRICITY_REVENUE', of_coin))
    or line.debit > 0 and line.type::text = 'INCOME_IN_' || of_coin and from_account = 'INCOME_ACCOUNT'
      and to_account = case of_coin when 'USDT' then 'ELE_ACCOUNT' else 'OUTPUT_ACCOUNT' end)
  then
    if pays is null then
      insert into credit_to_record values (line.transfer_id) on conflict do nothing;
    else
      insert into payment_to_match values (line.customer, pays, line.source_id, line.date, of_coin, -line.amount);
    end if;
  else
    raise exception 'permission denied to post % from % to %', line.type, line.debit, line.credit using errcode = 'insufficient_privilege';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION ledger.check_months()
 RETURNS TABLE(check_name text, subject text, expected text, found text, coin text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  select 'a seal fits what it seals', sealed.month::text, encode(sealed.seal, 'hex'), encode(seal_of(sealed), 'hex'), null::text
    from month_seal sealed where sealed.seal <> seal_of(sealed)
  union all
  select 'a seal follows the one before', later.month::text, coalesce(encode(later.before, 'hex'), 'none'), coalesce(encode(later.previous, 'hex'), 'none'), null
    from (select month, previous, (select s.seal from month m left join month_seal s using (month) where m.month < sealed.month order by m.month desc limit 1) as before
          from month_seal sealed) later
    where later.previous is distinct from later.before
  union all
  select 'a sealed month is as it was', compared.month::text, encode(compared.digest, 'hex'), encode(compared.now, 'hex'), null
    from (select month, digest, month_digest('ledger.transfer', 'ledger.posting', first_transfer, beyond) as now
          from month_seal where detached_at is null offset 0) compared
    where compared.digest <> compared.now
  union all
  select 'a month that is kept elsewhere has no rows here', sealed.month::text, 'none', 'some', null
    from month_seal sealed where sealed.detached_at is not null and (
      exists (select from transfer where id >= sealed.first_transfer and id < sealed.beyond)
      or exists (select from posting where transfer_id >= sealed.first_transfer and transfer_id < sealed.beyond))
  union all
  (select 'a transfer has its key', coalesce(t.id, k.transfer_id)::text, concat_ws(' ', k.key, k.business_date, k.kind, k.source_id),
     concat_ws(' ', t.key, t.business_date, t.kind, t.source_id), null
   from transfer t full join transfer_key k on k.transfer_id = t.id
   where (k.key::text, k.business_date, k.kind, k.source_id) is distinct from (t.key::text, case when t.source_id is not null then t.business_date end,
       case when t.source_id is not null then t.kind end, t.source_id)
     and not (t.id is null and exists (
       select from month_seal s where s.detached_at is not null and k.transfer_id >= s.first_transfer and k.transfer_id < s.beyond))
   limit 20);
$function$;

CREATE OR REPLACE FUNCTION ledger.check_payments_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  wrong record;
begin
  if not exists (select from payment_to_match) then return null; end if;
  select customer, what, machine_id, date, coin, sum(amount) as amount into wrong
    from payment_to_match group by 1, 2, 3, 4, 5 having sum(amount) <> 0 limit 1;
  if found then
    raise exception '% of customer %, machine % on %: charges and postings differ by % %',
      wrong.what, wrong.customer, wrong.machine_id, wrong.date, wrong.amount, wrong.coin using errcode = 'check_violation';
  end if;
  delete from payment_to_match;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.check_posted(posted bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  line ledger.posting;
begin
  if public.is_public_login(session_user) then
    for line in select * from posting where transfer_id = posted loop
      perform check_line_of_customer(line);
    end loop;
    return posted;
  elsif public.is_bound_login() then
    if not check_shapes(posted) then return posted; end if;
  end if;
  for line in
    select * from posting where transfer_id = posted and debit < 0 and credit > 0 and debit not between -44 and -41 and debit not between -144 and -141
  loop
    perform check_credit(posted, line.debit, line.credit, line.amount);
  end loop;
  if exists (select from posting where transfer_id = posted and (debit between -144 and -141 or credit between -144 and -141)) then
    perform check_interest(posted);
  end if;
  return posted;
end $function$;

CREATE OR REPLACE FUNCTION ledger.check_shapes(posted bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  is_by_worker constant boolean := public.is_worker_login(session_user);
  line record;
  has_takings boolean := false;
  is_looked_at_further boolean := false;
begin
  for line in
    select type, case when debit > 0 then debit % 100 else debit end as debit, case when credit > 0 then credit % 100 else credit end as credit
      from posting where transfer_id = posted group by 1, 2, 3
  loop
    if not exists (
      select from posting_shape shape
      where shape.type = line.type::text and shape.gives = name_of(line.debit) and shape.takes = name_of(line.credit)
        and coalesce(shape.coin, coin_of(line.debit)) = coin_of(line.debit) and (shape.by_worker or not is_by_worker)
    ) then
      raise exception 'permission denied to post % from % to %', line.type, name_of(line.debit), name_of(line.credit)
        using errcode = 'insufficient_privilege';
    end if;
    has_takings := has_takings or line.debit > 0;
    is_looked_at_further := is_looked_at_further or line.debit < 0 and line.credit > 0 and line.debit not between -44 and -41
      or line.debit between -144 and -141 or line.credit between -144 and -141;
  end loop;
  if has_takings then
    -- Summed before anything is joined: PostgreSQL expects one row where it finds thousands.
    with taken as materialized (
      select type, debit::bigint as account, total(amount) as amount from posting where transfer_id = posted and debit > 0 group by 1, 2
    )
    insert into taking_to_match
      select document, array_agg(account), array_agg(case document when 'savings' then 0 else -amount end)
      from taken join (select distinct type, document from posting_shape where document is not null) shape on shape.type = taken.type::text
      group by 1;
  end if;
  return is_looked_at_further;
end $function$;

CREATE OR REPLACE FUNCTION ledger.check_takings_match()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  wrong record;
begin
  -- The first of the transaction's rows has looked at all of them.
  if not exists (select from taking_to_match) then return null; end if;
  select document, account, total(amount) as amount into wrong
    from taking_to_match, unnest(accounts, amounts) taking (account, amount)
    group by 1, 2
    having total(amount) <> 0 or document = 'savings' and not public.is_position_ordered(customer_of(account), coin_of(account)) limit 1;
  if found then
    raise exception '% of customer %: rows and postings differ by % %', wrong.document, customer_of(wrong.account), wrong.amount,
      coin_of(wrong.account) using errcode = 'check_violation';
  end if;
  delete from taking_to_match;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.class_of(account bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (account > 0) THEN (account % (100)::bigint) ELSE account END;

CREATE OR REPLACE FUNCTION ledger.close_accounts(of_customer bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
begin
  insert into balance (account, posted)
    select of_customer * 100 + kind, 0 from unnest('{11,13,14,22,31,32,41,42}'::int[]) kind on conflict do nothing;
  update balance set closed = true where account > 0 and account / 100 = of_customer;
end $function$;

CREATE OR REPLACE FUNCTION ledger.coin_number(coin text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE coin WHEN 'BTC'::text THEN 1 WHEN 'USDT'::text THEN 2 WHEN 'ETH'::text THEN 3 WHEN 'DOGE'::text THEN 4 ELSE NULL::integer END;

CREATE OR REPLACE FUNCTION ledger.coin_of(account bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (ARRAY['BTC'::text, 'USDT'::text, 'ETH'::text, 'DOGE'::text])[(abs(account) % (10)::bigint)];

CREATE OR REPLACE FUNCTION ledger.customer_of(account bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (account > 0) THEN (account / 100) ELSE NULL::bigint END;

CREATE OR REPLACE FUNCTION ledger.detach_month(wanted date, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  sealed month_seal;
  parent text;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.seal_month', 0));
  select * into sealed from month_seal where month = wanted;
  if not found then raise exception '% is not sealed', wanted using errcode = 'LD005'; end if;
  if sealed.detached_at is not null then raise exception '% is kept elsewhere', wanted using errcode = 'LD005'; end if;
  if sealed.seal <> seal_of(sealed) or sealed.digest <> month_digest('ledger.transfer', 'ledger.posting', sealed.first_transfer, sealed.beyond) then
    raise exception '% is not as it was sealed', wanted using errcode = 'LD005';
  end if;
  lock table public.months_gate in access exclusive mode;
  foreach parent in array array['posting', 'transfer'] loop
    execute format('alter table ledger.%1$I detach partition ledger.%2$I', parent, parent || '_' || name_of_month(wanted));
    execute format('alter table ledger.%I set schema archive', parent || '_' || name_of_month(wanted));
  end loop;
  update month_seal set detached_at = at where month = wanted;
end $function$;

CREATE OR REPLACE FUNCTION ledger.first_transfer_of(month date)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((((EXTRACT(year FROM month))::bigint - 2000) * 12) + (EXTRACT(month FROM month))::bigint) * '100000000000'::bigint);

CREATE OR REPLACE FUNCTION ledger.house_id(account text, coin text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (- ((CASE account WHEN 'CUSTODY'::text THEN 10 WHEN 'CASH'::text THEN 20 WHEN 'TREASURY'::text THEN 30 WHEN 'MINING_RECEIVABLE'::text THEN 40 WHEN 'MINING_VARIANCE'::text THEN 50 WHEN 'ELECTRICITY_REVENUE'::text THEN 60 WHEN 'HOSTING_REVENUE'::text THEN 70 WHEN 'WITHDRAWAL_PENDING'::text THEN 80 WHEN 'WITHDRAWAL_FEE_REVENUE'::text THEN 90 WHEN 'NETWORK_FEE_EXPENSE'::text THEN 100 WHEN 'INTEREST_FUND'::text THEN 110 WHEN 'PROMOTION_EXPENSE'::text THEN 120 WHEN 'SUSPENSE'::text THEN 130 WHEN 'INTEREST_PAYABLE'::text THEN 140 ELSE NULL::integer END + ledger.coin_number(coin)))::bigint);

CREATE OR REPLACE FUNCTION ledger.is_customer_account(id bigint, account text, coin text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((id > 0) AND ((id % (100)::bigint) = ledger.account_id((0)::bigint, account, coin)));

CREATE OR REPLACE FUNCTION ledger.is_in_coin(account bigint, coin text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((abs(account) % (10)::bigint) = ledger.coin_number(coin));

CREATE OR REPLACE FUNCTION ledger.is_interest_ordered(of_customer bigint, of_coin text, units bigint, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
RETURN ((SELECT count(*) AS count FROM coin_up_order o WHERE ((o.customer_id = is_interest_ordered.of_customer) AND (o.coin = is_interest_ordered.of_coin) AND (o.amount = is_interest_ordered.units) AND (o.requested_at = is_interest_ordered.at) AND (o.account = 'INCOME_ACCOUNT'::text))) = (SELECT count(*) AS count FROM (ledger.posting p JOIN ledger.transfer t ON ((t.id = p.transfer_id))) WHERE ((p.customer = is_interest_ordered.of_customer) AND (p.type = (('INCOME_IN_'::text || is_interest_ordered.of_coin))::ledger.posting_type) AND ((p.amount)::bigint = is_interest_ordered.units) AND (t.posted_at = is_interest_ordered.at))));

CREATE OR REPLACE FUNCTION ledger.is_own_money(type ledger.posting_type, debit bigint, credit bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE type WHEN 'WITHDRAW'::ledger.posting_type THEN ((ledger.is_customer_account(debit, 'OUTPUT_ACCOUNT'::text, 'BTC'::text) AND (credit = ledger.house_id('WITHDRAWAL_PENDING'::text, 'BTC'::text))) OR (ledger.is_customer_account(debit, 'ELE_ACCOUNT'::text, 'USDT'::text) AND (credit = ledger.house_id('WITHDRAWAL_PENDING'::text, 'USDT'::text)))) WHEN 'COIN_UP_IN_BTC'::ledger.posting_type THEN (ledger.is_customer_account(debit, 'OUTPUT_ACCOUNT'::text, 'BTC'::text) AND ledger.is_customer_account(credit, 'COIN_UP_ACCOUNT'::text, 'BTC'::text)) WHEN 'COIN_UP_IN_USDT'::ledger.posting_type THEN (ledger.is_customer_account(debit, 'ELE_ACCOUNT'::text, 'USDT'::text) AND ledger.is_customer_account(credit, 'COIN_UP_ACCOUNT'::text, 'USDT'::text)) WHEN 'INCOME_IN_BTC'::ledger.posting_type THEN (ledger.is_customer_account(debit, 'INCOME_ACCOUNT'::text, 'BTC'::text) AND ledger.is_customer_account(credit, 'OUTPUT_ACCOUNT'::text, 'BTC'::text)) WHEN 'INCOME_IN_USDT'::ledger.posting_type THEN (ledger.is_customer_account(debit, 'INCOME_ACCOUNT'::text, 'USDT'::text) AND ledger.is_customer_account(credit, 'ELE_ACCOUNT'::text, 'USDT'::text)) ELSE false END;

CREATE OR REPLACE FUNCTION ledger.is_posted_event(wanted_kind text, source text, day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  select exists (select from transfer_key k where k.business_date = day and k.kind = wanted_kind and k.source_id = source);
$function$;

CREATE OR REPLACE FUNCTION ledger.is_stored(account bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((account > 0) OR ((account >= '-114'::integer) AND (account <= '-111'::integer)) OR ((account >= '-34'::integer) AND (account <= '-31'::integer)));

CREATE OR REPLACE FUNCTION ledger.lock_balances(accounts bigint[])
 RETURNS TABLE(account bigint, posted bigint, held bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  insert into balance (account, posted)
    select wanted.account, 0
    from (select distinct a from unnest(accounts) a where is_stored(a)) wanted (account)
    where not exists (select from balance b where b.account = wanted.account)
    order by wanted.account
    on conflict do nothing;
  return query
    select b.account::bigint, b.posted, b.held::bigint from balance b where b.account = any (accounts) order by b.account for update;
end $function$;

CREATE OR REPLACE FUNCTION ledger.month_digest(transfers regclass, postings regclass, first bigint, beyond bigint)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO'
 SET bytea_output TO 'hex'
 SET jit TO 'off'
AS $function$
declare
  of_transfers bytea;
  of_postings bytea;
begin
  execute format($sql$
    select sha256(coalesce(string_agg(part, '' order by place), '')) from (
      select place / 10000 as place, sha256(string_agg(sha256(convert_to(line, 'UTF8')), '' order by place)) as part from (
        select row_number() over (order by id) - 1 as place,
          row(id, key, input_hash, kind, source_id, business_date, posted_at, corrects, answer::text)::text as line
        from %s where id >= $1 and id < $2
      ) lines group by place / 10000
    ) parts$sql$, transfers) into of_transfers using first, beyond;
  execute format($sql$
    select sha256(coalesce(string_agg(part, '' order by place), '')) from (
      select place / 10000 as place, sha256(string_agg(sha256(convert_to(line, 'UTF8')), '' order by place)) as part from (
        select row_number() over (order by transfer_id, line) - 1 as place,
          row(transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)::text as line
        from %s where transfer_id >= $1 and transfer_id < $2
      ) lines group by place / 10000
    ) parts$sql$, postings) into of_postings using first, beyond;
  return sha256(of_transfers || of_postings);
end $function$;

CREATE OR REPLACE FUNCTION ledger.moved_between(of_coin text, first_day date, last_day date)
 RETURNS TABLE(date date, class bigint, given numeric, received numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  select moved.date, moved.class, sum(moved.given), sum(moved.received)
  from (
    select t.date, t.class, t.given, t.received from day_total t where t.date between first_day and last_day
    union all
    select t.date, t.class, t.given, t.received
    from day_total_progress progress cross join lateral totals_between(progress.counted_to, 9223372036854775807) t
  ) moved
  where moved.date between first_day and last_day and is_in_coin(moved.class, of_coin)
  group by moved.date, moved.class;
$function$;

CREATE OR REPLACE FUNCTION ledger.name_of(account bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (account > 0) THEN (ARRAY['OUTPUT_ACCOUNT'::text, 'ELE_ACCOUNT'::text, 'COIN_UP_ACCOUNT'::text, 'INCOME_ACCOUNT'::text])[((account % (100)::bigint) / 10)] ELSE (ARRAY['CUSTODY'::text, 'CASH'::text, 'TREASURY'::text, 'MINING_RECEIVABLE'::text, 'MINING_VARIANCE'::text, 'ELECTRICITY_REVENUE'::text, 'HOSTING_REVENUE'::text, 'WITHDRAWAL_PENDING'::text, 'WITHDRAWAL_FEE_REVENUE'::text, 'NETWORK_FEE_EXPENSE'::text, 'INTEREST_FUND'::text, 'PROMOTION_EXPENSE'::text, 'SUSPENSE'::text, 'INTEREST_PAYABLE'::text])[((- account) / 10)] END;

CREATE OR REPLACE FUNCTION ledger.name_of_month(month date)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN isfinite(month) THEN to_char((month)::timestamp with time zone, 'YYYY_MM'::text) ELSE 'first'::text END;

CREATE OR REPLACE FUNCTION ledger.open_month(day date)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
declare
  wanted constant date := day - extract(day from day)::int + 1;
begin
  if wanted <= (select max(month) from month) then return true; end if;
  if wanted not between '2000-01-01' and '2199-12-01'
    or wanted > (clock_timestamp() at time zone 'Asia/Shanghai')::date and exists (select from public.installation where mode = 'production') then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('ledger.open_month', 0));
  if wanted <= (select max(month) from month) then return true; end if;
  -- Waits for the transactions that post, and lets no other begin to: one that had looked up the partitions and then got an id of the new month
  -- would find none for it.
  lock table transfer in share mode;
  execute format('alter sequence ledger.transfer_id_seq restart with %s', first_transfer_of(wanted));
  perform public.make_partition(parent, to_char(wanted, 'YYYY_MM'), first_transfer_of(wanted)::text,
      first_transfer_of((wanted + interval '1 month')::date)::text)
    from unnest(array['ledger.transfer', 'ledger.posting']::regclass[]) parent;
  insert into month values (wanted, first_transfer_of(wanted));
  return true;
exception when lock_not_available then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION ledger.place_hold(hold_key text, held_account bigint, held_amount bigint, why text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  known hold;
begin
  perform check_hold(hold_key, held_account, held_amount);
  perform from lock_balances(array[held_account]);
  insert into hold (key, account, amount, reason, placed_at) values (hold_key, held_account, held_amount, why, at) on conflict do nothing;
  if not found then
    select * into strict known from hold where key = hold_key;
    if (known.account, known.amount, known.reason) is distinct from (held_account, held_amount, why) then
      raise exception 'hold % was placed before with other input', hold_key using errcode = 'LD002';
    end if;
    return false;
  end if;
  update balance set held = held + held_amount where account = held_account and posted - held >= held_amount;
  if not found then
    perform refuse_shortage(held_account);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION ledger.post_batch(transfer_key text, hash bytea, transfer_kind text, day date, at timestamp with time zone, debits bigint[], credits bigint[], types ledger.posting_type[], amounts bigint[], dates date[], source_ids bigint[])
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
 SET jit TO 'off'
BEGIN ATOMIC
 SELECT
         CASE
             WHEN p.replayed THEN p.transfer_id
             ELSE ledger.check_posted(p.transfer_id)
         END AS check_posted
    FROM ledger.post_lines(post_batch.transfer_key, post_batch.hash, post_batch.transfer_kind, NULL::text, post_batch.day, post_batch.at, post_batch.debits, post_batch.credits, post_batch.types, post_batch.amounts, post_batch.dates, post_batch.source_ids, NULL::bigint, NULL::json) p(transfer_id, replayed, answer);
END;

CREATE OR REPLACE FUNCTION ledger.post_few_lines(transfer_key text, hash bytea, transfer_kind text, source text, day date, at timestamp with time zone, lines ledger.transfer_line[], correction_of bigint, given_answer json, OUT transfer_id bigint, OUT replayed boolean, OUT answer json)
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  debits bigint[];
  credits bigint[];
  types ledger.posting_type[];
  amounts bigint[];
  dates date[];
  source_ids bigint[];
begin
  select array_agg(l.debit order by n), array_agg(l.credit order by n), array_agg(l.type order by n),
         array_agg(l.amount order by n), array_agg(l.date order by n), array_agg(l.source_id order by n)
    into debits, credits, types, amounts, dates, source_ids
    from unnest(lines) with ordinality l (debit, credit, type, amount, date, source_id, n);
  select p.* into transfer_id, replayed, answer from post_lines(
    transfer_key, hash, transfer_kind, source, day, at, debits, credits, types, amounts, dates, source_ids, correction_of, given_answer) p;
end $function$;

CREATE OR REPLACE FUNCTION ledger.post_group(keys text[], hashes bytea[], kinds text[], sources text[], days date[], times timestamp with time zone[], debits bigint[], credits bigint[], types ledger.posting_type[], amounts bigint[], dates date[], source_ids bigint[], given_answers text[])
 RETURNS TABLE(ids bigint[], others json)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  usual int[];               -- places of those that are posted as a set, in their order
  debits_after bigint[];
  credits_after bigint[];
  new_accounts bigint[];
  new_ids bigint[];
  outcomes json[];
begin
  -- Lists are read by order and by subscript: both must be the same.
  if array_dims(keys) is distinct from format('[1:%s]', cardinality(keys))
    or (array_dims(hashes), array_dims(kinds), array_dims(sources), array_dims(days), array_dims(times), array_dims(debits), array_dims(credits),
        array_dims(types), array_dims(amounts), array_dims(dates), array_dims(source_ids), array_dims(given_answers))
      is distinct from (array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys),
        array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys)) then
    raise exception 'a group needs at least one transfer, and every list of it one value each, numbered from one' using errcode = 'LD003';
  end if;

  -- All accounts are locked here, in the order of all callers: those that are posted one by one wait for no more.
  with
    asked as materialized (
      select n::int, debit, credit, amount, case when debit > 0 then debit else credit end / 100 as customer,
        amount > 0 and is_stored(debit) = (debit > 0) and is_stored(credit) = (credit > 0)
          and debit not between -144 and -141 and credit not between -144 and -141
          and count(*) over (partition by key) = 1 and (select k.transfer_id from transfer_key k where k.key = a.key) is null
          and (source is null or count(*) over (partition by day, kind, source) = 1 and not is_posted_event(kind, source, day)) as is_plain
      from unnest(keys, kinds, sources, days, debits, credits, amounts) with ordinality a (key, kind, source, day, debit, credit, amount, n)
    ),
    leg as materialized (
      select n, customer, true as is_debit, debit as account, -amount as change from asked where is_stored(debit)
      union all select n, customer, false, credit, amount from asked where is_stored(credit)
    ),
    locked as materialized (
      select b.account, b.posted, b.held, b.closed from balance b where b.account in (select account from leg) order by b.account for update
    ),
    summed as materialized (
      select n, customer, is_debit, account, posted, held, closed,
        coalesce(posted, 0) + sum(change) over (partition by account order by n) as after
      from leg left join locked using (account)
    ),
    troubled as (
      select customer from asked where is_plain is not true
      union all select customer from summed where after < coalesce(held, 0) or closed
    ),
    outcome as (
      select n, max(after) filter (where is_debit) as debit_after, max(after) filter (where not is_debit) as credit_after,
        min(account) filter (where posted is null) as new_account
      from summed where customer > 0 and customer not in (select customer from troubled) group by n
    )
  select array_agg(n order by n), array_agg(debit_after order by n), array_agg(credit_after order by n),
      array_agg(distinct new_account order by new_account) filter (where new_account is not null)
    into usual, debits_after, credits_after, new_accounts from outcome;

  if usual is not null then
    new_ids := post_usual(
      usual, keys, hashes, kinds, sources, days, times, debits, credits, types, amounts, dates, source_ids, given_answers, debits_after, credits_after,
      new_accounts);
  end if;
  if cardinality(new_ids) = cardinality(keys) then
    return query select new_ids, null::json;
    return;
  end if;

  ids := array_fill(null::bigint, array[cardinality(keys)]);
  for place in 1 .. coalesce(cardinality(new_ids), 0) loop ids[usual[place]] := new_ids[place]; end loop;
  for place in 1 .. cardinality(keys) loop
    if ids[place] is null then
      outcomes := outcomes || post_or_refuse(place,
        keys[place], hashes[place], kinds[place], sources[place], days[place], times[place], debits[place], credits[place], types[place],
        amounts[place], dates[place], source_ids[place], given_answers[place]);
    end if;
  end loop;
  others := array_to_json(outcomes);
  return next;
end $function$;

CREATE OR REPLACE FUNCTION ledger.post_lines(transfer_key text, hash bytea, transfer_kind text, source text, day date, at timestamp with time zone, debits bigint[], credits bigint[], types ledger.posting_type[], amounts bigint[], dates date[], source_ids bigint[], correction_of bigint, given_answer json, OUT transfer_id bigint, OUT replayed boolean, OUT answer json)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  lines int := coalesce(cardinality(debits), 0);
  accounts int;
  found_accounts int;
  short_account bigint;
begin
  if lines = 0 or (cardinality(credits), cardinality(types), cardinality(amounts), cardinality(dates), cardinality(source_ids))
                  is distinct from (lines, lines, lines, lines, lines) then
    raise exception 'a transfer needs at least one line, and every list of it the same length' using errcode = 'LD003';
  end if;
  select r.transfer_id, r.answer into transfer_id, answer from replay(transfer_key, hash) r;
  replayed := transfer_id is not null;
  if replayed then return; end if;
  answer := given_answer;
  if correction_of is not null and not exists (select from transfer where id = correction_of) then
    raise exception 'there is no transfer % to correct', correction_of using errcode = 'LD003';
  end if;

  loop
    with
      line as materialized (
        select n, debit, credit, type, amount, date, source_id
        from unnest(debits, credits, types, amounts, dates, source_ids) with ordinality as l (debit, credit, type, amount, date, source_id, n)
      ),
      -- One leg a line, and a second one where both sides are a customer's.
      leg as materialized (
        select true as is_first, *,
               case when debit > 0 then debit when credit > 0 then credit end as account,
               case when debit > 0 then -amount else amount end as change
        from line
        union all
        select false, *, credit, amount from line where debit > 0 and credit > 0
      ),
      change as materialized (
        select account, total(change) as change
        from (
          select account, change from leg where account is not null
          union all select debit, -amount from line where debit < 0 and is_stored(debit)
          union all select credit, amount from line where credit < 0 and is_stored(credit)
        ) stored group by account
      ),
      locked as materialized (
        select b.account, b.posted, b.held, c.change from change c join balance b using (account) order by b.account for update of b
      ),
      decided as materialized (
        select (select count(*) from change) as accounts, count(*) as found_accounts,
               min(account) filter (where posted + locked.change < held) as short_account
        from locked
      ),
      taken as (
        insert into transfer (key, input_hash, kind, source_id, business_date, posted_at, corrects, answer)
        select transfer_key, hash, transfer_kind, source, day, at, correction_of, given_answer
        from decided d where d.found_accounts = d.accounts and d.short_account is null
        on conflict do nothing returning id
      ),
      -- The row that this statement sees may be older than the one that it locked, and it is the seen one that the table's
      -- check is first tried on: the new values come from the locked row alone.
      moved as (
        update balance b set posted = l.posted + l.change, held = l.held from locked l, taken where b.account = l.account
      ),
      summed as materialized (
        select leg.*, posted + total(leg.change) over (partition by account order by n) as after
        from leg left join locked using (account)
      ),
      written as (
        insert into posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
        select taken.id, f.n, f.debit, f.credit, f.account / 100, f.type, f.amount,
               case when f.debit > 0 then case when f.after < 0 then refuse_shortage(f.account) else f.after end end,
               -- Rows come in any order: a later credit of an account that an earlier line overdrew is refused as a shortage too.
               case when f.debit > 0 then case when s.after < 0 then refuse_shortage(f.credit) else s.after end
                    else case when f.after < 0 then refuse_shortage(f.account) else f.after end end, f.date, f.source_id
        from taken, summed f left join summed s on s.n = f.n and not s.is_first
        where f.is_first
      )
    select d.accounts, d.found_accounts, d.short_account, (select id from taken)
      into accounts, found_accounts, short_account, transfer_id from decided d;
    exit when transfer_id is not null;

    if found_accounts < accounts then
      perform from lock_balances(debits || credits);
      continue;
    end if;
    -- The transaction that held the locks may have posted this request: then the stored answer comes before a shortage.
    select r.transfer_id, r.answer into transfer_id, answer from replay(transfer_key, hash) r;
    if transfer_id is null and short_account is not null and not is_posted_event(transfer_kind, source, day) then
      perform refuse_shortage(short_account);
    elsif transfer_id is null then
      select r.transfer_id, r.answer into transfer_id, answer from replay_after_conflict(transfer_key, hash, transfer_kind, source, day) r;
    end if;
    replayed := true;
    exit;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION ledger.post_or_refuse(place integer, transfer_key text, hash bytea, transfer_kind text, source text, day date, at timestamp with time zone, debit bigint, credit bigint, type ledger.posting_type, amount bigint, date date, source_id bigint, given_answer text)
 RETURNS json
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  posted record;
  refusal text;
  reason text;
  about text;
  violated text;
  of_schema text;
begin
  select * into posted from post_transfer(
    transfer_key, hash, transfer_kind, source, day, at, debit, credit, type, amount, date, source_id, given_answer::json);
  return json_build_object('place', place, 'transferId', posted.transfer_id::text, 'replayed', posted.replayed, 'answer', posted.answer);
exception
  when integrity_constraint_violation or data_exception or insufficient_privilege
    or sqlstate 'LD001' or sqlstate 'LD002' or sqlstate 'LD003' then
    get stacked diagnostics refusal = returned_sqlstate, reason = message_text, about = pg_exception_detail,
      violated = constraint_name, of_schema = schema_name;
    return json_build_object('place', place, 'code', refusal, 'message', reason, 'detail', about, 'constraint', violated, 'schema', of_schema);
end $function$;

CREATE OR REPLACE FUNCTION ledger.post_transfer(transfer_key text, hash bytea, transfer_kind text, source text, day date, at timestamp with time zone, line_debit bigint, line_credit bigint, line_type ledger.posting_type, line_amount bigint, line_date date, line_source bigint, given_answer json DEFAULT NULL::json, more_lines ledger.transfer_line[] DEFAULT NULL::ledger.transfer_line[], correction_of bigint DEFAULT NULL::bigint, OUT transfer_id bigint, OUT replayed boolean, OUT answer json)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  stored_account bigint;
  change bigint;
  stored_after bigint;
  after_debit bigint;
  after_credit bigint;
  is_own_money constant boolean := line_debit > 0
    and pg_has_role(session_user, 'lode_worker', 'member') and pg_has_role(session_user, 'lode_public', 'member')
    and case line_type
      when 'WITHDRAW' then name_of(line_debit) in ('OUTPUT_ACCOUNT', 'ELE_ACCOUNT') and name_of(line_credit) = 'WITHDRAWAL_PENDING'
      when 'COIN_UP_IN_BTC' then name_of(line_debit) = 'OUTPUT_ACCOUNT' and name_of(line_credit) = 'COIN_UP_ACCOUNT'
      when 'COIN_UP_IN_USDT' then name_of(line_debit) = 'ELE_ACCOUNT' and name_of(line_credit) = 'COIN_UP_ACCOUNT'
      when 'INCOME_IN_BTC' then name_of(line_debit) = 'INCOME_ACCOUNT' and name_of(line_credit) = 'OUTPUT_ACCOUNT'
      when 'INCOME_IN_USDT' then name_of(line_debit) = 'INCOME_ACCOUNT' and name_of(line_credit) = 'ELE_ACCOUNT'
      else false end;
begin
  if more_lines is null and correction_of is null then
    if line_debit > 0 and line_credit < 0 and not is_stored(line_credit) then
      stored_account := line_debit;
      change := -line_amount;
    elsif line_credit > 0 and line_debit < 0 and not is_stored(line_debit) then
      stored_account := line_credit;
      change := line_amount;
    end if;
  end if;
  if stored_account is not null then
    -- Should what this statement sees be out of date, it refuses too much at worst, and post_lines looks again.
    update balance set posted = posted + change where account = stored_account and posted + change >= held returning posted into stored_after;
    if stored_after is not null then
      insert into transfer (key, input_hash, kind, source_id, business_date, posted_at, answer)
        values (transfer_key, hash, transfer_kind, source, day, at, given_answer)
        on conflict do nothing returning id into transfer_id;
      if transfer_id is not null then
        if change < 0 then after_debit := stored_after; else after_credit := stored_after; end if;
        insert into posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
          values (post_transfer.transfer_id, 1, line_debit, line_credit, stored_account / 100, line_type, line_amount,
                  after_debit, after_credit, line_date, line_source);
        replayed := false;
        answer := given_answer;
        if not is_own_money then perform check_posted(post_transfer.transfer_id); end if;
        return;
      end if;
      -- The key was taken: what was moved a moment too early goes back.
      update balance set posted = posted - change where account = stored_account;
    end if;
  end if;
  select p.* into transfer_id, replayed, answer from post_few_lines(
    transfer_key, hash, transfer_kind, source, day, at,
    row(line_debit, line_credit, line_type, line_amount, line_date, line_source)::transfer_line || more_lines, correction_of, given_answer) p;
  if not replayed and (more_lines is not null or not is_own_money) then perform check_posted(post_transfer.transfer_id); end if;
end $function$;

CREATE OR REPLACE FUNCTION ledger.post_usual(usual integer[], keys text[], hashes bytea[], kinds text[], sources text[], days date[], times timestamp with time zone[], debits bigint[], credits bigint[], types ledger.posting_type[], amounts bigint[], dates date[], source_ids bigint[], given_answers text[], debits_after bigint[], credits_after bigint[], new_accounts bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  new_ids bigint[];
begin
  if new_accounts is not null then
    insert into balance (account, posted) select account, 0 from unnest(new_accounts) account order by account;
  end if;
  with written as (
    insert into transfer (key, input_hash, kind, source_id, business_date, posted_at, answer)
    select keys[n], hashes[n], kinds[n], sources[n], days[n], times[n], given_answers[n]::json
      from unnest(usual) with ordinality p (n, place) order by place
    on conflict do nothing returning id
  )
  select array_agg(id order by id) into new_ids from written;
  if cardinality(new_ids) is distinct from cardinality(usual) then
    raise exception 'a key or an event was taken meanwhile' using errcode = 'LD002';
  end if;
  update balance b set posted = b.posted + c.change
    from (
      select account, total(change) as change
      from unnest(usual) n, lateral (values (debits[n], -amounts[n]), (credits[n], amounts[n])) leg (account, change)
      where account > 0 group by account
    ) c where b.account = c.account;
  insert into posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
    select id, 1, debits[n], credits[n], greatest(debits[n], credits[n]) / 100, types[n], amounts[n], debit_after, credit_after,
      dates[n], source_ids[n]
    from unnest(new_ids, usual, debits_after, credits_after) p (id, n, debit_after, credit_after);
  perform check_group(
    new_ids, array(select types[n] from unnest(usual) n), array(select debits[n] from unnest(usual) n),
    array(select credits[n] from unnest(usual) n));
  return new_ids;
exception
  when integrity_constraint_violation or data_exception or insufficient_privilege
    or sqlstate 'LD001' or sqlstate 'LD002' or sqlstate 'LD003' then return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% of ledger.% is refused', tg_op, tg_table_name
    using errcode = 'LD000', hint = 'Only the functions of the ledger write. A mistake is put right by a new transfer that names the one it corrects.';
end $function$;

CREATE OR REPLACE FUNCTION ledger.refuse_direct_write()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('search_path') <> 'ledger, pg_temp' then
    raise exception '% of ledger.% is refused', tg_op, tg_table_name
      using errcode = 'LD000', hint = 'Only the functions of the ledger write.';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION ledger.refuse_shortage(account bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'account % has less than is asked of it', account using errcode = 'LD001', detail = account;
end $function$;

CREATE OR REPLACE FUNCTION ledger.release_hold(hold_key text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  known hold;
begin
  select * into known from hold where key = hold_key;
  if not found then
    raise exception 'there is no hold %', hold_key using errcode = 'LD004';
  end if;
  perform from lock_balances(array[known.account]);
  update hold set released_at = at where key = hold_key and released_at is null;
  if not found then return false; end if;
  update balance set held = held - known.amount where account = known.account;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION ledger.replay(transfer_key text, hash bytea, OUT transfer_id bigint, OUT answer json)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  known_hash bytea;
begin
  select k.transfer_id, t.answer, t.input_hash into transfer_id, answer, known_hash
    from ledger.transfer_key k left join transfer t on t.id = k.transfer_id where k.key = replay.transfer_key;
  if transfer_id is not null and known_hash is null then
    raise exception 'key % was used before, in a month that is kept elsewhere', transfer_key using errcode = 'LD002';
  elsif known_hash <> hash then
    raise exception 'key % was used before with other input', transfer_key using errcode = 'LD002';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION ledger.replay_after_conflict(transfer_key text, hash bytea, transfer_kind text, source text, day date, OUT transfer_id bigint, OUT answer json)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  select r.transfer_id, r.answer into transfer_id, answer from replay(transfer_key, hash) r;
  if transfer_id is null then
    raise exception '% % of % was posted before under another key', transfer_kind, source, day using errcode = 'LD002';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION ledger.seal_month(wanted date, at timestamp with time zone)
 RETURNS bytea
 LANGUAGE plpgsql
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  sealed month_seal;
  before month_seal;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.seal_month', 0));
  if exists (select from month_seal where month = wanted) then raise exception '% is sealed', wanted using errcode = 'LD005'; end if;
  select m.month, m.first_transfer, (select min(first_transfer) from month n where n.month > m.month) into sealed.month, sealed.first_transfer, sealed.beyond
    from month m where m.month = wanted;
  if not found then raise exception 'there is no month % in the ledger', wanted using errcode = 'LD005'; end if;
  if sealed.beyond is null then raise exception '% is not over', wanted using errcode = 'LD005'; end if;
  select s.* into before from month m left join month_seal s using (month) where m.month < wanted order by m.month desc limit 1;
  if found and before.seal is null then raise exception 'the month before % is not sealed', wanted using errcode = 'LD005'; end if;

  insert into carried (month, account, amount, balance_after)
    select wanted, account, amount, balance_after
    from (
      select account, total(amount) as amount from entry where transfer_id >= sealed.first_transfer and transfer_id < sealed.beyond group by account
    ) sums left join (
      select distinct on (account) account, balance_after::bigint from entry
      where transfer_id >= sealed.first_transfer and transfer_id < sealed.beyond and account > 0 order by account, transfer_id desc, line desc
    ) last using (account);
  select count(*), min(business_date), max(business_date) into sealed.transfers, sealed.first_day, sealed.last_day from transfer where id >= sealed.first_transfer and id < sealed.beyond;
  select count(*) into sealed.postings from posting where transfer_id >= sealed.first_transfer and transfer_id < sealed.beyond;
  sealed.digest := month_digest('ledger.transfer', 'ledger.posting', sealed.first_transfer, sealed.beyond);
  sealed.previous := before.seal;
  sealed.sealed_at := at;
  sealed.seal := seal_of(sealed);
  insert into month_seal select (sealed).*;
  return sealed.seal;
end $function$;

CREATE OR REPLACE FUNCTION ledger.seal_of(sealed ledger.month_seal)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
 SET "DateStyle" TO 'ISO'
AS $function$
  select sha256(convert_to(concat_ws(' ', sealed.month, sealed.first_transfer, sealed.beyond,
    coalesce(sealed.first_day::text, 'none'), coalesce(sealed.last_day::text, 'none'), sealed.transfers, sealed.postings,
    encode(sealed.digest, 'hex'), encode(carried_digest(sealed.month), 'hex'), coalesce(encode(sealed.previous, 'hex'), 'first')), 'UTF8'));
$function$;

CREATE OR REPLACE FUNCTION ledger.totals_between(after bigint, upto bigint)
 RETURNS TABLE(date date, class bigint, given numeric, received numeric, first_transfer bigint, last_transfer bigint)
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO 'ledger', 'pg_temp'
 SET jit TO 'off'
AS $function$
  select moved.date, moved.class, sum(moved.given), sum(moved.received), min(moved.first_transfer), max(moved.last_transfer)
  from (
    select t.business_date as date, side.class, sum(side.given) as given, sum(side.received) as received, min(t.id) as first_transfer, max(t.id) as last_transfer
    from (
      select p.transfer_id, class_of(p.debit) as giver, class_of(p.credit) as taker, sum(p.amount::bigint) as amount
      from posting p where p.transfer_id > after and p.transfer_id <= upto group by 1, 2, 3
    ) line
    join transfer t on t.id = line.transfer_id and t.id > after and t.id <= upto
    cross join lateral (values (line.giver, line.amount, 0), (line.taker, 0, line.amount)) side (class, given, received)
    group by t.business_date, side.class
    union all
    select coalesce(seal.last_day, seal.month), class_of(c.account), sum(greatest(-c.amount, 0)), sum(greatest(c.amount, 0)), min(seal.first_transfer), max(seal.beyond - 1)
    from month_seal seal join carried c using (month)
    where seal.detached_at is not null and seal.beyond - 1 > after and seal.beyond - 1 <= upto
    group by 1, 2
  ) moved group by 1, 2;
$function$;

CREATE OR REPLACE FUNCTION ledger.transfers_of(first_day date, last_day date, OUT first_transfer bigint, OUT last_transfer bigint)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  select coalesce(
      case when first_day is null then 0 else (select min(t.first_transfer) from day_total t where t.date between first_day and coalesce(last_day, 'infinity')) end,
      (select counted_to + 1 from day_total_progress)),
    case when last_day is null or last_day >= coalesce((select max(t.date) from day_total t), '-infinity') - 1 then 9223372036854775807
      else coalesce((select max(t.last_transfer) from day_total t where t.date between coalesce(first_day, '-infinity') and last_day), 0) end;
$function$;

CREATE OR REPLACE FUNCTION ledger.trial_balance(of_coin text, first_day date, last_day date)
 RETURNS TABLE(class bigint, opening numeric, given numeric, received numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  select moved.class, coalesce(sum(moved.received - moved.given) filter (where moved.date < first_day), 0),
    coalesce(sum(moved.given) filter (where moved.date >= first_day), 0), coalesce(sum(moved.received) filter (where moved.date >= first_day), 0)
  from moved_between(of_coin, '-infinity', last_day) moved group by moved.class;
$function$;

CREATE OR REPLACE FUNCTION public.add_auto_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  asked withdrawal;
begin
  select * into strict asked from withdrawal where id = new.withdrawal_id;
  perform lock_auto_approval(asked.coin);
  new.coin := asked.coin;
  new.day_total := auto_approved_total(asked.coin, (new.at at time zone 'Asia/Shanghai')::date, null) + asked.amount;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.add_job(task text, payload json, queue text, most_attempts integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member') then
    if task not in ('send-message', 'notify-customer', 'withdrawal-auto-approval', 'withdrawal-cancel') then
      raise exception 'permission denied for job %', task using errcode = 'insufficient_privilege';
    end if;
    perform public.check_job_of_customers(task, payload);
  end if;
  perform from graphile_worker.add_job(task, payload := payload, queue_name := queue, max_attempts := most_attempts);
end $function$;

CREATE OR REPLACE FUNCTION public.add_jobs(task text, payloads json[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member') then
    if task not in ('send-message', 'notify-customer', 'withdrawal-auto-approval') then
      raise exception 'permission denied for job %', task using errcode = 'insufficient_privilege';
    end if;
    perform public.check_job_of_customers(task, payload) from unnest(payloads) payload;
  end if;
  if cardinality(payloads) > 1000 then raise exception '% jobs at once', cardinality(payloads) using errcode = 'check_violation'; end if;
  perform count(*) from graphile_worker.add_jobs(array(
    select row(task, payload, null, null, null, null, null, null)::graphile_worker.job_spec from unnest(payloads) payload));
end $function$;

CREATE OR REPLACE FUNCTION public.add_passkey(member bigint, new_credential text, new_key bytea, new_counter bigint, new_label text, added_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from staff where id = member and status = 'ACTIVE' and initial_until is null for update;
  if not found then raise exception 'member % takes no passkey', member using errcode = 'check_violation'; end if;
  if (select count(*) from staff_passkey where staff_id = member) >= 10 then return false; end if;
  insert into staff_passkey (staff_id, credential_id, public_key, counter, label, created_at)
  values (member, new_credential, new_key, new_counter, new_label, added_at);
  update staff_session set ended_at = added_at, end_reason = 'factor-added' where staff_id = member and ended_at is null;
  perform record_staff(added_at, member, null, 'staff:passkey', 'staff ' || name, 'a passkey was added', array[id]) from staff where id = member;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.add_to_output_total()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into output_total as total (customer_id, coin, net)
    select customer_id, coin, sum_units(net) from fresh group by customer_id, coin
    on conflict (customer_id, coin) do update set net = total.net + excluded.net;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.altered_staff()
 RETURNS TABLE(name text, fault text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with line as (
    select distinct on (m.key) m.key::bigint as id, m.value as member
    from audit_log a, jsonb_each(case jsonb_typeof(a.detail -> 'members') when 'object' then a.detail -> 'members' else '{}' end) m
    where starts_with(a.action, 'staff:') and m.key ~ '^\d{1,18}$'
    order by m.key, a.id desc)
  select coalesce(s.name, line.member ->> 'name'), case
    when s.id is null then 'is gone'
    when line.id is null then 'stands in no line of the audit log'
    when s.name is distinct from line.member ->> 'name' then format('is %s in the audit log', line.member ->> 'name')
    when s.role is distinct from line.member ->> 'role' then format('is %s, the audit log says %s', s.role, line.member ->> 'role')
    when s.status is distinct from line.member ->> 'status' then format('is %s, the audit log says %s', s.status, line.member ->> 'status')
    else 'has a password, app, passkey or key that the audit log does not know' end
  from staff s full join line on line.id = s.id
  where s.id is null or line.id is null or line.member ->> 'state' is distinct from staff_state(s.id)
  order by 1 limit 100
$function$;

CREATE OR REPLACE FUNCTION public.analyse_months(of_kind text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
declare
  parent regclass;
begin
  foreach parent in array case of_kind
    when 'mining' then array['machine_output', 'electricity_charge', 'ledger.posting', 'ledger.transfer']
    else array['coin_up_interest', 'ledger.posting', 'ledger.transfer'] end::regclass[]
  loop
    if coalesce(pg_stat_get_last_analyze_time(parent), '-infinity') < now() - interval '7 days' then
      execute format(case when current_setting('server_version_num')::int >= 180000 then 'analyze only %s' else 'analyze %s' end, parent);
    end if;
  end loop;
exception when lock_not_available then
  return;
end $function$;

CREATE OR REPLACE FUNCTION public.attach_days(wanted date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  sealed sealed_days;
  suffix constant text := to_char(wanted, '_YYYY_MM');
  beyond constant date := wanted + interval '1 month';
  parent text;
  part text;
begin
  perform pg_advisory_xact_lock(hashtextextended('seal_days', 0));
  select * into sealed from sealed_days where month = wanted;
  if not found then raise exception 'the days of % are not sealed', wanted using errcode = 'LD005'; end if;
  if sealed.detached_at is null then raise exception 'the days of % are here', wanted using errcode = 'LD005'; end if;
  foreach parent in array array['machine_output', 'electricity_charge', 'coin_up_interest'] loop
    part := parent || suffix;
    if to_regclass(format('archive.%I', part)) is null then
      raise exception 'there is no table archive.% to attach', part using errcode = 'LD005';
    end if;
    perform restore_partition(format('archive.%I', part)::regclass, parent::regclass, format('date >= %L and date < %L', wanted, beyond));
  end loop;
  if sealed.seal <> seal_of_days(sealed) or sealed.digest <> days_digest(format('archive.%I', 'machine_output' || suffix)::regclass,
      format('archive.%I', 'electricity_charge' || suffix)::regclass, format('archive.%I', 'coin_up_interest' || suffix)::regclass, wanted) then
    raise exception 'the days of % are not as they were sealed', wanted using errcode = 'LD005';
  end if;
  lock table months_gate in access exclusive mode;
  -- A statement that has planned without the month would find neither its rows nor what is carried forward.
  lock table only machine_output, only electricity_charge, only coin_up_interest in access exclusive mode;
  foreach parent in array array['machine_output', 'electricity_charge', 'coin_up_interest'] loop
    part := parent || suffix;
    execute format('alter table archive.%I set schema public', part);
    perform keep_hands_off(part, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, wanted, beyond);
    execute format('alter table %I drop constraint is_within_bounds', part);
  end loop;
  delete from carried_output where month = wanted;
  delete from carried_charge where month = wanted;
  delete from carried_interest where month = wanted;
  delete from carried_output_day where date >= wanted and date < beyond;
  update sealed_days set detached_at = null, carried_digest = null where month = wanted;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_hash(audit audit_log)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select encode(sha256(convert_to(jsonb_build_array(audit.id, (extract(epoch from audit.at) * 1000000)::bigint, audit.staff_id, audit.approved_by,
    audit.action, audit.subject, audit.reason, audit.detail)::text, 'UTF8')), 'hex')
$function$;

CREATE OR REPLACE FUNCTION public.auto_approved_total(wanted_coin text, wanted_date date, wanted_customer bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(case when wanted_customer is null
    then (select max(day_total) from auto_approval where coin = wanted_coin and date = wanted_date)
    else (
      select sum(w.amount) from withdrawal w join auto_approval a on a.withdrawal_id = w.id
      where w.customer_id = wanted_customer and w.coin = wanted_coin and w.date between wanted_date - 1 and wanted_date and a.date = wanted_date
    ) end, 0)::bigint
$function$;

CREATE OR REPLACE FUNCTION public.await_chaining()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into security_unchained select id from added;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.batch_is_whole()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  subject constant withdrawal_payment := case tg_op when 'DELETE' then old else new end;
  lead withdrawal_payment;
  found_shares numeric;
  apart bigint;
  members bigint;
begin
  select * into lead from withdrawal_payment p where p.withdrawal_id = subject.lead_id and p.attempt = subject.attempt;
  -- Discarded since then: with its lead's row all others are.
  if lead.withdrawal_id is null then return null; end if;
  select sum(p.fee_share), count(*) filter (where p.txid is distinct from lead.txid), count(*) into found_shares, apart, members
    from withdrawal_payment p where p.lead_id = subject.lead_id and p.attempt = subject.attempt;
  if lead.lead_id is distinct from lead.withdrawal_id or members < 2 or apart > 0
    or members <> (select count(*) from withdrawal_payment p where p.lead_id = subject.lead_id and p.attempt = 0)
    or found_shares is distinct from (lead.unsigned::jsonb #>> '{fee,atomic,int}')::numeric then
    raise exception 'the batch of withdrawal % is not whole', subject.lead_id using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.begin_coin_up_run()
 RETURNS void
 LANGUAGE sql
 SET lock_timeout TO '10s'
AS $function$
  select pg_advisory_xact_lock(hashtext('coin-up'), hashtext('day'))
$function$;

CREATE OR REPLACE FUNCTION public.carried_days_digest(of_month date)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select sha256(
    rows_digest('carried_output', 'customer_id, machine_id, coin, net, value, is_unpriced', 'customer_id, machine_id, coin collate "C"', 'month',
      of_month, of_month + 1)
    || rows_digest('carried_charge', 'customer_id, machine_id, amount', 'customer_id, machine_id', 'month', of_month, of_month + 1)
    || rows_digest('carried_interest', 'customer_id, coin, amount, first_day, last_day, carry', 'customer_id, coin collate "C"', 'month',
      of_month, of_month + 1)
    || rows_digest('carried_output_day', 'coin, date, net', 'date, coin collate "C"', 'date', of_month, (of_month + interval '1 month')::date));
$function$;

CREATE OR REPLACE FUNCTION public.carry_days_forward(of_month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last_day constant date := of_month + interval '1 month - 1 day';
begin
  insert into carried_output (customer_id, machine_id, coin, month, net, value, is_unpriced)
    select customer_id, machine_id, coin, of_month, sum(net), coalesce(sum(net * usdt), 0), bool_or(usdt is null and net <> 0)
    from (
      select customer_id, machine_id, coin, date, sum(net) as net from corrected_output
      where date between of_month and last_day group by customer_id, machine_id, coin, date
    ) mined left join reference_price using (coin, date)
    group by customer_id, machine_id, coin;
  insert into carried_charge (customer_id, machine_id, month, amount)
    select customer_id, machine_id, of_month, sum(greatest(amount, 0))
    from (
      select customer_id, machine_id, date, sum(amount) as amount from corrected_charge
      where date between of_month and last_day group by customer_id, machine_id, date
    ) charged group by customer_id, machine_id;
  insert into carried_interest (customer_id, coin, month, amount, first_day, last_day, carry)
    select customer_id, coin, of_month, sum(amount), min(date), max(date), (array_agg(carry order by date desc))[1]
    from coin_up_interest where date between of_month and last_day group by customer_id, coin;
  insert into carried_output_day (coin, date, net)
    select coin, date, sum(net) from machine_output where date between of_month and last_day group by coin, date;
end $function$;

CREATE OR REPLACE FUNCTION public.chain_security_events(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  head security_head;
  event security_event;
  ids constant bigint[] := array(select event_id from security_unchained order by event_id limit most);
  chained int := 0;
begin
  if cardinality(ids) = 0 then
    return 0;
  end if;
  select * into head from security_head for update;
  for event in select e.* from security_unchained u join security_event e on e.id = u.event_id where u.event_id = any (ids) order by e.id loop
    head.hash := security_hash(head.hash, head.number + 1, event);
    insert into security_link (number, event_id, previous, hash)
      values (head.number + 1, event.id, (select hash from security_head), head.hash);
    head.number := head.number + 1;
    update security_head set number = head.number, hash = head.hash;
    chained := chained + 1;
  end loop;
  delete from security_unchained u where event_id = any (ids) and exists (select from security_event e where e.id = u.event_id);
  return chained;
end $function$;

CREATE OR REPLACE FUNCTION public.change_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  subject constant text := format('customer %s to %s', new.customer_id, new.new_contact);
begin
  if not is_contact_proved(new.new_code_id, new.new_contact, subject, new.changed_at)
    or new.old_code_id is not null and not is_contact_proved(new.old_code_id, new.old_contact, subject, new.changed_at) then
    raise exception 'no used code proves this change of a contact' using errcode = 'check_violation';
  end if;
  if new.approved_by is not null and not exists (
    select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'staff % may not approve a change of a contact', new.approved_by using errcode = 'check_violation';
  end if;
  update customer set account = new.new_contact, contact_held_until = greatest(contact_held_until, new.held_until)
    where id = new.customer_id and account = new.old_contact;
  if not found then
    raise exception 'customer % does not have the contact %', new.customer_id, new.old_contact using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.change_own_password(member bigint, from_hash text, to_hash text, changed_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update staff set password_hash = to_hash, initial_until = null
  where id = member and password_hash = from_hash and status = 'ACTIVE' and (initial_until is null or initial_until > changed_at);
  if not found then return false; end if;
  update staff_session set ended_at = changed_at, end_reason = 'password-changed'
  where staff_id = member and ended_at is null;
  perform record_staff(changed_at, member, null, 'staff:password', 'staff ' || name, 'a password of its own', array[id]) from staff where id = member;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.change_staff(change text, member_name text, to_role text, to_hash text, hash_until timestamp with time zone, decided_by bigint, approver bigint, why text, changed_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  member staff;
  before jsonb;
begin
  lock table staff in share row exclusive mode;
  if decided_by is not distinct from approver
    or not exists (select from staff where id = decided_by and role = 'ADMIN' and status = 'ACTIVE' and initial_until is null)
    or not exists (select from staff where id = approver and role in ('ADMIN', 'APPROVER') and status = 'ACTIVE' and initial_until is null) then
    raise exception 'ADMIN changes the staff, another ADMIN or APPROVER approves it' using errcode = 'insufficient_privilege';
  end if;
  select * into member from staff where name = member_name for update;
  if (member.id is null) <> (change = 'staff:add') or member.id in (decided_by, approver) then
    raise exception '% may not do % to %', decided_by, change, member_name using errcode = 'check_violation';
  end if;
  if member.id is not null then
    before := jsonb_build_object('role', member.role, 'status', member.status);
  end if;
  case change
    when 'staff:add' then
      insert into staff (name, role, password_hash, initial_until, created_at) values (member_name, to_role, to_hash, hash_until, changed_at)
      returning * into member;
    when 'staff:role' then
      update staff set role = to_role where id = member.id;
    when 'staff:disable' then
      update staff set status = 'DISABLED' where id = member.id;
      update staff_proposal set outcome = 'REJECTED', decided_by = approver, decided_at = greatest(changed_at, proposed_at)
      where proposed_by = member.id and outcome is null;
    when 'staff:enable' then
      update staff set status = 'ACTIVE' where id = member.id;
    when 'staff:reset' then
      update staff set password_hash = to_hash, initial_until = hash_until where id = member.id;
      delete from staff_totp where staff_id = member.id;
      delete from staff_passkey where staff_id = member.id;
  end case;
  update staff_session set ended_at = changed_at, end_reason = 'staff-changed' where staff_id = member.id and ended_at is null;
  if not exists (select from staff a join staff b on b.id <> a.id where a.role = 'ADMIN' and b.role in ('ADMIN', 'APPROVER')
    and a.status = 'ACTIVE' and b.status = 'ACTIVE' and a.initial_until is null and b.initial_until is null) then
    raise exception 'no two would be left who may change the staff' using errcode = 'check_violation';
  end if;
  perform record_staff(changed_at, decided_by, approver, change, 'staff ' || member_name, why, array[member.id], before);
  return member.id;
end $function$;

CREATE OR REPLACE FUNCTION public.check_address_floor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_bound_login() and new.number > 9999999 + greatest(
    (select coalesce(max(number) + 1, 0) from deposit_address where network = new.network),
    (select coalesce(max(number), 0) from deposit_address_floor where network = new.network)) then
    raise exception 'deposit address % of % may not be the next one', new.number, new.network using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_address_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_bound_login() and new.number <> (
    select greatest(
      (select coalesce(max(number) + 1, 0) from deposit_address where network = new.network),
      (select max(number) from deposit_address_floor where network = new.network),
      new.number / 100000000 * 100000000)
  ) then
    raise exception 'deposit address % of % is not the next one', new.number, new.network using errcode = 'check_violation';
  elsif new.number / 100000000 > (select coalesce(max(generation), 0) from key_generation) then
    raise exception 'deposit address % of % is of keys that two people have not begun', new.number, new.network using errcode = 'check_violation';
  end if;
  if is_bound_login() and not exists (
    select from derived_address d where (d.network, d.number, d.address, d.key) = (new.network, new.number, new.address, new.key)
  ) then
    raise exception 'deposit address % of % is not one that was derived', new.number, new.network
      using errcode = 'check_violation', constraint = 'deposit_address_was_derived';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_approved()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (select count(*) from withdrawal_review where withdrawal_id = new.id) <> 2
    and not exists (select from auto_approval where withdrawal_id = new.id and revoked_at is null) then
    raise exception 'neither two people nor the auto-approval policy approved this withdrawal';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_audit_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if starts_with(new.action, 'staff:')
    and not pg_has_role(current_user, (select relowner from pg_class where oid = 'public.audit_log'::regclass), 'member') then
    raise exception 'permission denied for audit lines of %', new.action using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_auto_approval()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  asked withdrawal;
  bounds jsonb;
  scale numeric;
begin
  select * into strict asked from withdrawal where id = new.withdrawal_id;
  perform lock_auto_approval(asked.coin);
  -- An approval is dated neither before the last change of the policy, nor before the request, nor long after it.
  if exists (select from setting where key = 'withdraw.rule.' || asked.coin and effective_from > new.at) then
    raise exception 'the auto-approval policy has changed since';
  end if;
  if new.at not between asked.applied_at and asked.applied_at + interval '1 hour' then
    raise exception 'auto-approval is allowed within an hour of the request';
  end if;
  bounds := setting_at('withdraw.rule.' || asked.coin, new.at);
  if bounds is null or bounds = 'null'::jsonb then
    raise exception 'auto-approval is off';
  end if;
  if bounds <> new.bounds then
    raise exception 'these are not the bounds of the auto-approval policy';
  end if;
  if new.revoked_at is not null or asked.phase <> 'AWAITING_APPROVAL' or exists (select from withdrawal_review where withdrawal_id = asked.id) then
    raise exception 'this withdrawal is in manual review';
  end if;
  scale := case asked.coin when 'BTC' then 100000000 when 'USDT' then 1000000 end;
  if asked.amount <= scale * (bounds->>'perPayment')::numeric is not true
    or auto_approved_total(asked.coin, (new.at at time zone 'Asia/Shanghai')::date, asked.customer_id) + asked.amount
      <= scale * (bounds->>'perCustomerDay')::numeric is not true
    or auto_approved_total(asked.coin, (new.at at time zone 'Asia/Shanghai')::date, null) + asked.amount <= scale * (bounds->>'perDay')::numeric is not true then
    raise exception 'above the bounds of the auto-approval policy';
  end if;
  if new.precedent_id is distinct from
    known_destination(asked.customer_id, asked.network, asked.address_key, new.at - make_interval(days => (bounds->>'knownDays')::int)) then
    raise exception 'people approved no payment to this address that long ago';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_coin_up_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_bound_login() and (new.state <> 'INTRANSIT' or new.date <> coin_up_day(new.date)) then
    raise exception 'an order of savings begins in transit, on a day that is open' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_coin_up_position()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_bound_login() and not is_position_ordered(new.customer_id, new.coin) then
    raise exception 'the savings of customer % in % are not what was ordered and paid', new.customer_id, new.coin using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_coins_of_charges()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  wrong record;
begin
  if not is_bound_login() then return null; end if;
  select charge.machine_id, charge.date into wrong
    from (
      select *, case tg_argv[0] when 'date' then date else (to_jsonb(paid) ->> tg_argv[0])::date end as price_date
      from written paid where paid_btc + paid_eth + paid_doge > 0
    ) charge
    left join reference_price btc on btc.coin = 'BTC' and btc.date = price_date
    left join reference_price eth on eth.coin = 'ETH' and eth.date = price_date
    left join reference_price doge on doge.coin = 'DOGE' and doge.date = price_date
    where (paid_output_usdt * 100000000::numeric >= case when paid_btc > 0 then paid_btc * btc.usdt::numeric else 0 end
      + case when paid_eth > 0 then paid_eth * eth.usdt::numeric else 0 end
      + case when paid_doge > 0 then paid_doge * doge.usdt::numeric else 0 end) is not true
    limit 1;
  if found then
    raise exception 'coins worth more than what they cover pay for machine % on %', wrong.machine_id, wrong.date using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_cold_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.network <> (select network from cold_wallet where id = new.wallet_id) then
    raise exception 'a cold address is of the network of its wallet' using errcode = 'check_violation';
  elsif exists (select from own_address where network = new.network and key = new.key)
    or exists (select from treasury_destination where network = new.network and address_key = new.key and removed_at is null)
    or exists (select from withdrawal where network = new.network and address_key = new.key and end_transfer_id is null) then
    raise exception 'address % is in use here', new.address using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_cold_transfer_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.kind <> 'REFILL' and pg_has_role(session_user, 'lode_staff', 'member') and not pg_has_role(session_user, 'lode_worker', 'member') then
    raise exception 'staff record refills only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_cold_wallet()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from staff where id = new.added_by and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a cold wallet needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  elsif new.version <> (select coalesce(max(version), 0) + 1 from cold_wallet where network = new.network) then
    raise exception 'version % of the cold wallet of % is not the next one', new.version, new.network using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_corrections_of_worker()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_worker_login(session_user) and exists (
    select from written
    where not exists (
      select from outage_credit credit
      where credit.id = written.outage_credit_id and credit.finished_at is null
        and coalesce(credit.machine_id, written.machine_id) = written.machine_id
        and not (written.adjusted = 'output' and credit.keeps_output))
  ) then
    raise exception 'no open outage credit is carried out by this correction' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_deposit_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'ledger', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if is_bound_login() and not exists (
    select from ledger.transfer t join ledger.posting p on p.transfer_id = t.id
    where t.id = new.transfer_id and t.key = 'deposit:' || new.id and p.amount = new.amount
      and p.debit = ledger.house_id('CUSTODY', new.coin)
      and p.credit = ledger.account_id(new.customer_id, case new.coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, new.coin)
  ) then
    raise exception 'transfer % does not credit deposit %', new.transfer_id, new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_event_of_customers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  device constant text := '(?!([^·]*[0-9]){10})([A-Za-z0-9 _()+-]|[0-9][.](?=[0-9])){1,40}';
  wrong text;
begin
  if new.kind not in ('CODE_SENT', 'CODE_FAILED', 'LOGIN_FAILED', 'LOGIN_LOCKED', 'SESSION_OPENED', 'SESSION_ENDED', 'SESSIONS_REVOKED',
    'ACCESS_REFUSED', 'PASSWORD_SET', 'PASSWORD_CHANGED', 'FUNDS_PASSWORD_SET', 'FUNDS_PASSWORD_FAILED', 'FUNDS_PASSWORD_LOCKED',
    'ADDRESS_ADDED', 'ADDRESS_REMOVED', 'WITHDRAWAL_SUBMITTED', 'SECOND_FACTOR_SET', 'SECOND_FACTOR_FAILED', 'SECOND_FACTOR_REMOVED', 'PASSKEY_ADDED', 'PASSKEY_REMOVED',
    'RECOVERY_CODES_RENEWED', 'FROZEN') then
    raise exception 'a customers'' process announces no %', new.kind using errcode = 'check_violation';
  end if;
  select field.name into wrong from jsonb_each(new.detail) field (name, value)
    left join (values
      ('account', '[^[:space:][:cntrl:]]{1,254}'), ('addressEnd', '[0-9A-Za-z]{1,6}'), ('amount', '[0-9]{1,15}([.][0-9]{1,18})?'),
      ('browser', device), ('caller', 'stranger|known device'), ('coin', 'BTC|USDT'), ('device', '[ -~]{1,6}'), ('factor', 'password|code'),
      ('model', device), ('name', device || '( · ' || device || ')?'), ('network', '[0-9a-f.:]{1,45}/[0-9]{1,3}'), ('number', 'W[0-9A-Z-]{1,31}'),
      ('reason', '[a-z-]{1,24}'), ('remaining', '[0-9]{1,3}'), ('reported', '[0-9]{1,19}'),
      ('scene', 'LOGIN|SET_PASSWORD|FUNDS_PASSWORD|WITHDRAW|CHANGE_CONTACT|SECOND_FACTOR'), ('session', '[0-9]{1,19}'), ('sessions', '[0-9]{1,6}'),
      ('system', device), ('times', '[0-9]{1,9}'), ('withdrawal', '[0-9]{1,19}')) form (name, pattern) using (name)
    where (jsonb_typeof(field.value) = 'string' and field.value #>> '{}' ~ ('^(' || form.pattern || ')$')) is not true
    limit 1;
  if wrong is not null then
    raise exception 'a customers'' process writes no such % of %', left(wrong, 40), new.kind using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_freeze_of_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.lifted_at is not null or new.deposit_id is not null
    or not exists (select from security_notice where customer_id = new.customer_id and used_at = new.frozen_at)
    or exists (select from customer_freeze where customer_id = new.customer_id and frozen_at = new.frozen_at) then
    raise exception 'a freeze of customer % is refused: no link of a notice was used for it', new.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_interest_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not ledger.is_interest_ordered(new.customer_id, new.coin, new.amount, new.requested_at) then
    raise exception 'interest of customer % in % is ordered and not paid', new.customer_id, new.coin using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_job_of_customers(task text, payload json)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if task = 'send-message' and (payload ->> 'scene' is not distinct from 'NOTICE' or payload ->> 'sealedCode' is null)
    or task = 'notify-customer' and payload ->> 'formerContact' is not null then
    raise exception 'a customers'' process queues no such %', task using errcode = 'insufficient_privilege';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.check_key_generation()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from staff where id = new.added_by and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a generation of keys needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  elsif new.generation <> (select coalesce(max(generation), 0) + 1 from key_generation) then
    raise exception 'generation % is not the next one', new.generation using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_key_retirement()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from staff where id = new.retired_by and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a retirement of keys needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  elsif new.generation >= (select coalesce(max(generation), 0) from key_generation) then
    raise exception 'generation % has no later one', new.generation using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_log_of_machine()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  of_machine constant bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
begin
  if not exists (
    select from machine join machine_status_period period on period.machine_id = machine.id and period.ended_at is null
    where machine.id = of_machine and (period.status, period.started_at) = (machine.status, machine.status_since)
  ) then
    raise exception 'the log of machine % does not say its status', of_machine using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_move_of_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  at constant timestamptz := new.status_since;
  first_open constant timestamptz := (select (max(date) + 1)::timestamp at time zone 'UTC' from day_close where kind = 'mining');
  is_over constant boolean := coalesce(new.end_time <= at, false);
  ends constant boolean := new.contract_ended and not old.contract_ended;
  is_owing constant boolean := exists (select from owed_electricity where customer_id = new.customer_id);
  is_allowed boolean;
  nominal timestamptz[];
begin
  if new.status = old.status and not ends then
    is_allowed := (to_jsonb(new) - 'wanted_status') = (to_jsonb(old) - 'wanted_status') and (new.wanted_status is null or old.status = 'ARREAR');
  else
    is_allowed := case
      when ends then new.status = 'SUSPEND' and is_over
      when old.status = 'RUNNING' then new.status = 'SUSPEND'
      when old.status = 'SUSPEND' then new.status = 'RUNNING' and not is_over and not is_owing
      when old.status = 'ARREAR' then not is_owing and (new.status = 'SUSPEND' or new.status = 'RUNNING' and not is_over)
      when old.status = 'WAITING' then new.status = 'RUNNING' and not is_over and old.expected_running_time <= at
      else false
    end;
    -- The times that are shown are of this move or as they were.
    is_allowed := is_allowed and at >= old.status_since and new.wanted_status is null and (new.contract_ended = old.contract_ended or ends)
      and new.expected_running_time is not distinct from old.expected_running_time
      and new.repair_time is not distinct from old.repair_time and new.arrear_time is not distinct from old.arrear_time
      and new.encapsulation_time is not distinct from old.encapsulation_time
      and new.last_running_time is not distinct from case when new.status = 'RUNNING' then at else old.last_running_time end
      and new.suspend_time is not distinct from case when new.status = 'SUSPEND' and old.status <> 'SUSPEND' then at else old.suspend_time end;
    if is_allowed and exists (select from installation where mode = 'production')
      and at not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes' then
      nominal := case
        when ends then array[greatest(new.end_time, old.status_since, first_open)]
        when old.status = 'WAITING' then array[greatest(old.expected_running_time, old.status_since)]
        -- A machine that has a new owner leaves its former one's debt.
        when old.status = 'ARREAR' then array(
          select greatest(effective_from::timestamp at time zone 'UTC', recorded_at, old.status_since) from machine_terms
          where machine_id = new.id and applied)
        else '{}'
      end;
      is_allowed := at = any (nominal) and at <= clock_timestamp();
    end if;
  end if;
  if not is_allowed then
    raise exception 'permission denied to move machine % from % to %', new.id, old.status, new.status using errcode = 'insufficient_privilege';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_refill()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from staff where id = new.added_by and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a refill needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_repair_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from repair_ticket where id = new.ticket_id and status <> 'DONE' for share;
  if not found then
    raise exception 'no open repair ticket %', new.ticket_id using errcode = 'check_violation';
  end if;
  if (select count(*) from repair_note where ticket_id = new.ticket_id) >= 200 then
    raise exception 'repair ticket % has 200 notes', new.ticket_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_repair_ticket()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.status = 'DONE' then
    raise exception 'repair ticket % is done', old.id using errcode = 'check_violation';
  end if;
  new.version := old.version + 1;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  needed_role text := case new.part when 'PROPOSED' then 'FINANCE' when 'APPROVED' then 'APPROVER' end;
  proposal withdrawal_review;
begin
  if not exists (select from staff where id = new.staff_id and role = needed_role and status = 'ACTIVE') then
    raise exception '% needs an active %', new.part, needed_role;
  end if;
  if exists (select from auto_approval where withdrawal_id = new.withdrawal_id and revoked_at is null) then
    raise exception 'this withdrawal is auto-approved';
  end if;
  if new.approval is null
    and (exists (select from approver_key) or exists (select from withdrawal_review where approval is not null)) then
    raise exception 'reviews are signed here';
  end if;
  if new.part = 'APPROVED' then
    select * into proposal from withdrawal_review where withdrawal_id = new.withdrawal_id and part = 'PROPOSED';
    if not found then
      raise exception 'it is not proposed yet';
    end if;
    if new.approval_request is distinct from proposal.approval_request then
      raise exception 'the approval is signed for another payment than the proposal';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_sealed_days()
 RETURNS TABLE(check_name text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select 'a seal of days fits what it seals', sealed.month::text, encode(sealed.seal, 'hex'), encode(seal_of_days(sealed), 'hex')
    from sealed_days sealed where sealed.seal <> seal_of_days(sealed)
  union all
  select 'a seal of days follows the one before', later.month::text, coalesce(encode(before.seal, 'hex'), 'none'), coalesce(encode(later.previous, 'hex'), 'none')
    from sealed_days later left join sealed_days before on before.month = later.month - interval '1 month'
    where later.previous is distinct from before.seal
  union all
  select 'sealed days are as they were', compared.month::text, encode(compared.digest, 'hex'), encode(compared.now, 'hex')
    from (select month, digest, days_digest('machine_output', 'electricity_charge', 'coin_up_interest', month) as now
          from sealed_days where detached_at is null offset 0) compared
    where compared.digest <> compared.now
  union all
  select 'days that are kept elsewhere have no rows here', sealed.month::text, 'none', 'some'
    from sealed_days sealed where sealed.detached_at is not null and (
      exists (select from machine_output where date >= sealed.month and date < sealed.month + interval '1 month')
      or exists (select from electricity_charge where date >= sealed.month and date < sealed.month + interval '1 month')
      or exists (select from coin_up_interest where date >= sealed.month and date < sealed.month + interval '1 month'))
  union all
  select 'what days elsewhere brought is carried forward', compared.month::text, encode(compared.kept, 'hex'), encode(compared.now, 'hex')
    from (select month, carried_digest as kept, carried_days_digest(month) as now from sealed_days where detached_at is not null offset 0) compared
    where compared.kept <> compared.now
  union all
  select 'only days elsewhere are carried forward', carried.month::text, 'none', 'some'
    from (
      select month from carried_output union select month from carried_charge union select month from carried_interest
      union select date_trunc('month', date::timestamp)::date from carried_output_day
    ) carried
    where not is_day_elsewhere(carried.month);
$function$;

CREATE OR REPLACE FUNCTION public.check_support_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from support_thread thread
                 where thread.id = new.thread_id and thread.customer_id = new.customer_id and status <> 'CLOSED') then
    raise exception 'no open support thread % of customer %', new.thread_id, new.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_thread_of_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' and (old.status = 'CLOSED' or new.status <> 'WAITING' or new.changed_at < old.changed_at)
    or tg_op = 'INSERT' and new.changed_at <> new.opened_at then
    raise exception 'a customers'' process only asks in support thread %', new.id using errcode = 'check_violation';
  end if;
  if new.changed_at > clock_timestamp() + interval '5 minutes' and exists (select from installation where mode = 'production') then
    raise exception 'support thread % may not change at %', new.id, new.changed_at using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_treasury_destination()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from staff where id = new.added_by and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a destination needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  elsif exists (select from own_address where network = new.network and key = new.address_key) then
    raise exception 'an address of the product is no destination' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_treasury_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from treasury_destination where id = new.destination_id and in_force_from <= new.applied_at
      and (network, address, address_key) = (new.network, new.address, new.address_key)
      and removed_at is null for share
  ) then
    raise exception 'treasury pays only to a destination that is in force' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_withdrawal_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if new.end_transfer_id is not null and not (
    withdrawal_transfer_is(new, new.end_transfer_id, new.phase)
    and exists (select from ledger.transfer where id = new.end_transfer_id and key = 'withdrawal-end:' || new.id)
  ) then
    raise exception 'transfer % does not end withdrawal % as %', new.end_transfer_id, new.id, new.phase using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_withdrawals_taken()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  wrong bigint;
begin
  select w.transfer_id into wrong
  from fresh w cross join lateral (
    select count(*) = 1 and bool_and(type = 'WITHDRAW'
      and debit = case when w.customer_id is null then ledger.house_id('TREASURY', w.coin)
        when w.coin = 'BTC' then ledger.account_id(w.customer_id, 'OUTPUT_ACCOUNT', 'BTC')
        else ledger.account_id(w.customer_id, 'ELE_ACCOUNT', 'USDT') end
      and credit = ledger.house_id('WITHDRAWAL_PENDING', w.coin) and amount = w.amount) as fits
    from ledger.posting where transfer_id = w.transfer_id
      and type in ('WITHDRAW', 'WITHDRAW_RETURN', 'WITHDRAW_OFFSET', 'WITHDRAWAL_PAID', 'WITHDRAWAL_FEE')
  ) taken
  where taken.fits is not true limit 1;
  if found then
    raise exception 'transfer % did not take the amount of this withdrawal from its wallet', wrong using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.close_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  standing record;
begin
  -- A transaction that writes a row of the customer holds its key: the check below waits for it, and it sees the outcome.
  perform from customer where id = new.customer_id and account = new.contact and status <> 'CLOSED' for update;
  if not found then
    raise exception 'customer % does not have the contact %, or has left', new.customer_id, new.contact using errcode = 'check_violation';
  end if;
  if not exists (select from staff where id = new.staff_id and role = 'FINANCE' and status = 'ACTIVE')
    or not exists (select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'a leaving needs an active FINANCE and an active APPROVER' using errcode = 'check_violation';
  end if;
  select * into standing from customer_outstanding(new.customer_id) limit 1;
  if found then
    raise exception 'customer % has % % % %', new.customer_id, standing.what, standing.subject, standing.amount, standing.coin
      using errcode = 'check_violation';
  end if;
  update session set revoked_at = new.left_at, revoked_reason = 'left' where customer_id = new.customer_id and revoked_at is null;
  update customer set status = 'CLOSED', account = 'closed-' || id, password_hash = null, funds_password_hash = null
    where id = new.customer_id;
  perform ledger.close_accounts(new.customer_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.coin_up_day(asked date)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(asked, (select max(date) + 1 from day_close where kind = 'coin-up'))
$function$;

CREATE OR REPLACE FUNCTION public.confirm_totp(member bigint, step bigint, confirmed timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from staff where id = member and status = 'ACTIVE' and initial_until is null for update;
  if not found then return false; end if;
  update staff_totp set confirmed_at = confirmed, last_step = step where staff_id = member and confirmed_at is null;
  if not found then return false; end if;
  update staff_session set ended_at = confirmed, end_reason = 'factor-added' where staff_id = member and ended_at is null;
  perform record_staff(confirmed, member, null, 'staff:totp', 'staff ' || name, 'an app was set up', array[id]) from staff where id = member;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.content_in_force(wanted_kind text, at timestamp with time zone)
 RETURNS SETOF content_revision
 LANGUAGE sql
 STABLE
AS $function$
  with recursive named (name) as (
    (select name from content_revision
     where kind = wanted_kind and published_at is not null and withdrawn_at is null order by name limit 1)
    union all
    select (select r.name from content_revision r
            where r.kind = wanted_kind and r.published_at is not null and r.withdrawn_at is null and r.name > named.name
            order by r.name limit 1)
    from named where named.name is not null
  )
  select newest.* from named cross join lateral (
    select * from content_revision r
    where r.kind = wanted_kind and r.name = named.name and r.published_at is not null and r.withdrawn_at is null and r.starts_at <= at
    order by r.starts_at desc, r.id desc limit 1
  ) newest
  where newest.ends_at is null or newest.ends_at > at
$function$;

CREATE OR REPLACE FUNCTION public.continue_status_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.ended_at is not null or not exists (
    select from machine_status_period before
    where before.machine_id = new.machine_id and before.seq = new.seq - 1 and before.ended_at = new.started_at and before.status = new.from_status
  ) then
    raise exception 'a period of machine % does not go on from the one before', new.machine_id using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.customer_in_transit(of_customer bigint, of_coin text)
 RETURNS TABLE(what text, id bigint, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select 'WITHDRAWAL', id, amount from withdrawal
    where customer_id = of_customer and coin = of_coin and end_transfer_id is null
  union all
  select 'ORDER', id, amount from coin_up_order where customer_id = of_customer and coin = of_coin and state = 'INTRANSIT'
  order by 1 desc, 2
$function$;

CREATE OR REPLACE FUNCTION public.customer_outstanding(of_customer bigint)
 RETURNS TABLE(what text, subject text, coin text, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with first_open as (
    select coalesce(last_closed_day('mining') + 1, '-infinity'::date) as day
  )
  select 'BALANCE', account, coin, posted from ledger.customer_balance where customer = of_customer and posted <> 0
  union all
  select 'WITHDRAWAL', id::text, coin, amount from withdrawal where customer_id = of_customer and end_transfer_id is null
  union all
  select 'DEPOSIT', id::text, coin, amount from deposit
    where customer_id = of_customer and status in ('SEEN', 'CONFIRMING', 'BELOW_MINIMUM')
  union all
  -- Until it is settled: clawed back in full, or what is missing written off.
  select 'REMOVED_DEPOSIT', deposit.id::text, deposit.coin, deposit.amount
    from deposit join deposit_to_claw_back lacking using (id) where deposit.customer_id = of_customer
  union all
  select 'FREEZE', reason, null, null from customer_freeze where customer_id = of_customer and lifted_at is null
  union all
  select 'ORDER', id::text, coin, amount from coin_up_order where customer_id = of_customer and state = 'INTRANSIT'
  union all
  select 'INTEREST_OWED', interest.coin, interest.coin, sum(interest.amount)::bigint
    from (
      select coin, date from coin_up_interest_day where paid_at is null
      union
      select coin, date from coin_up_interest where customer_id = of_customer and date > last_closed_day('coin-up')
    ) unpaid
    join coin_up_interest interest using (coin, date)
    where customer_id = of_customer and not exists (
      select from coin_up_interest_day day where day.coin = interest.coin and day.date = interest.date and day.paid_at is not null)
    group by interest.coin having sum(interest.amount) > 0
  union all
  select 'FEE_OWED', machine_no, 'USDT', sum(owed)::bigint
    from owed_fees join machine on machine.id = machine_id where owed_fees.customer_id = of_customer group by machine_no
  union all
  -- A machine earns and costs on each day that is not closed and on which the customer has it under contract.
  select 'MACHINE', machine_no, null, null from machine
    where exists (
      select from machine_terms terms, first_open
      where terms.machine_id = machine.id and terms.customer_id = of_customer and terms.effective_to > first_open.day
        and (terms.end_time is null or terms.end_time > first_open.day::timestamp at time zone 'UTC'))
  union all
  -- The days of versions that are over, by the rules of the charge. A contract that is over was charged with the close of its last day.
  select 'HOSTING', machine_no || ' ' || month_end, 'USDT', sum(div(terms.hosting_fee_monthly * (last_day - first_day + 1)::numeric, month_end - month + 1))::bigint
    from first_open
    cross join lateral (select date_trunc('month', day)::date as month, (date_trunc('month', day) + interval '1 month')::date - 1 as month_end) of_day
    join machine_terms terms on terms.customer_id = of_customer and terms.effective_to <= day and terms.effective_to > month and terms.hosting_fee_monthly > 0
    join machine on machine.id = terms.machine_id and purchase_kind = 'THIRD'
    cross join lateral (
      select
        greatest(month, terms.effective_from, coalesce(terms.on_site_from, (
          select (min(started_at) at time zone 'Asia/Shanghai')::date from machine_status_period period
          where period.machine_id = terms.machine_id and period.status not in ('WAITING', 'ENCAPSULATION')), 'infinity'), (
          select max(hosting.last_day) + 1 from hosting_charge hosting
          where hosting.machine_id = terms.machine_id and adjustment_id is null)) as first_day,
        least(terms.effective_to - 1, ((terms.end_time - interval '1 microsecond') at time zone 'Asia/Shanghai')::date) as last_day
    ) hosted
    where first_day <= last_day
    group by machine_no, month_end
  union all
  -- Two people have agreed to it, and a batch with the customer is left.
  select 'OUTAGE_CREDIT', credit.id::text, null, null
    from outage_credit credit
    where finished_at is null
      and exists (select from outage_credit_batch batch
        where batch.credit_id = credit.id and batch.finished_at is null and of_customer between first_customer and last_customer)
      and exists (select from machine_terms terms
        where terms.customer_id = of_customer and (terms.machine_id = credit.machine_id or terms.site_id = credit.site_id)
          and effective_from <= (to_at at time zone 'UTC')::date and effective_to > (from_at at time zone 'UTC')::date)
  union all
  select 'PROPOSAL', p.id::text, null, null from staff_proposal p join customer c on c.id = of_customer
    where outcome is null and action <> 'customer:leave'
      and (input ->> 'account' = c.account or action like 'customer:%' and input ->> 'id' = of_customer::text)
$function$;

CREATE OR REPLACE FUNCTION public.days_digest(outputs regclass, charges regclass, interests regclass, month date)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select sha256(
    rows_digest(outputs, 'machine_id, date, coin, customer_id, hashrate, running_seconds, epoch_seconds, pool_fee_rate, gross, pool_fee, net',
      'date, machine_id, coin collate "C"', 'date', month, (month + interval '1 month')::date)
    || rows_digest(charges, 'machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, paid_prepaid, paid_output_usdt,
      owed, waived, paid_btc, paid_eth, paid_doge, paid_promotion, charged_at', 'date, machine_id', 'date', month, (month + interval '1 month')::date)
    || rows_digest(interests, 'date, customer_id, coin, principal, amount, carry', 'date, customer_id, coin collate "C"', 'date', month,
      (month + interval '1 month')::date));
$function$;

CREATE OR REPLACE FUNCTION public.detach_days(wanted date, at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  sealed sealed_days;
  last_day constant date := wanted + interval '1 month - 1 day';
  refusal text;
  parent text;
  counted bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('seal_days', 0));
  select * into sealed from sealed_days where month = wanted;
  if not found then raise exception 'the days of % are not sealed', wanted using errcode = 'LD005'; end if;
  if sealed.detached_at is not null then raise exception 'the days of % are kept elsewhere', wanted using errcode = 'LD005'; end if;
  select format('31 days after %s have to be closed first: %s is closed up to %s', wanted, kind, last_closed_day(kind)) into refusal
    from unnest(array['mining', 'coin-up']) kind where last_closed_day(kind) < last_day + 31 limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  select format('what was posted for the days of %s is not all kept elsewhere: transfer %s is of the ledger''s month %s', wanted, posted.id,
      (select max(month) from ledger.month where first_transfer <= posted.id)) into refusal
    from (
      select (result ->> 'outputTransfer')::bigint as id from day_close_batch
      where kind = 'mining' and stage = 'post' and date between wanted and last_day
      union all
      select transfer_id from coin_up_interest_batch where date between wanted and last_day
    ) posted join ledger.transfer using (id) order by posted.id desc limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  select format('a correction of machine %s on %s is not paid', machine_no, about_date) into refusal
    from charge_adjustment where owed > 0 and about_date between wanted and last_day and adjusted <> 'hosting' limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  select format('outage credit %s is not carried out', id) into refusal
    from outage_credit where finished_at is null and from_at < (last_day + 1)::timestamp at time zone 'UTC' and to_at > wanted::timestamp at time zone 'UTC' limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  if sealed.seal <> seal_of_days(sealed) or sealed.digest <> days_digest('machine_output', 'electricity_charge', 'coin_up_interest', wanted) then
    raise exception 'the days of % are not as they were sealed', wanted using errcode = 'LD005';
  end if;

  select array[(select count(*) from charge_adjustment where about_date between wanted and last_day),
    (select count(*) from reference_price where date between wanted and last_day)] into counted;
  perform carry_days_forward(wanted);
  lock table public.months_gate in access exclusive mode;
  lock table charge_adjustment, reference_price in share mode;
  lock table only machine_output, only electricity_charge, only coin_up_interest in access exclusive mode;
  if counted is distinct from array[(select count(*) from charge_adjustment where about_date between wanted and last_day),
      (select count(*) from reference_price where date between wanted and last_day)] then
    raise exception 'a day of % was corrected meanwhile: again', wanted using errcode = 'LD005';
  end if;
  foreach parent in array array['machine_output', 'electricity_charge', 'coin_up_interest'] loop
    execute format('alter table %I detach partition %I', parent, parent || to_char(wanted, '_YYYY_MM'));
    execute format('alter table %I set schema archive', parent || to_char(wanted, '_YYYY_MM'));
  end loop;
  update sealed_days set detached_at = at, carried_digest = carried_days_digest(wanted) where month = wanted;
end $function$;

CREATE OR REPLACE FUNCTION public.earned_revenue(of_coin text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum_units(amount), 0)
    + case of_coin when 'USDT' then (select coalesce(sum_units(promo_remaining), 0) from electricity_account) else 0 end
  from ledger.entry
  where ledger.name_of(account) in ('ELECTRICITY_REVENUE', 'HOSTING_REVENUE', 'WITHDRAWAL_FEE_REVENUE', 'PROMOTION_EXPENSE')
    and ledger.coin_of(account) = of_coin
$function$;

CREATE OR REPLACE FUNCTION public.end_hoarders()
 RETURNS TABLE(pid integer, login text, why text, is_ended boolean, why_not text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  most_locks constant int := 100;
  reserve constant int := 64;
  is_queue_filling constant boolean := pg_notification_queue_usage() > 0.02;
begin
  -- A full memory refuses this function too: the caller keeps a reserve in it, given back here and taken again at the end. Its key is the caller's own.
  perform pg_advisory_unlock(l.classid::bigint::int, l.objid::bigint::int) from pg_locks l
    where l.pid = pg_backend_pid() and l.locktype = 'advisory' and l.classid = pg_backend_pid() and l.objsubid = 2;
  for pid, login, why in
    select a.pid, a.usename::text, case
      when held.locks > most_locks then 'held ' || held.locks || ' locks'
      when a.xact_start < clock_timestamp() - interval '1 hour' then 'was in a transaction since ' || date_trunc('second', a.xact_start)
      when is_queue_filling and a.xact_start < clock_timestamp() - interval '1 minute' then 'held up notifications'
    end
    from pg_stat_activity a
    left join (
      select l.pid, count(*) as locks from pg_locks l
      where l.granted and not l.fastpath and (l.locktype <> 'relation'
        or l.database = (select oid from pg_database where datname = current_database())
          and not exists (select from pg_class c where c.oid = l.relation and c.relpersistence <> 't'))
      group by l.pid
    ) held using (pid)
    where is_for_customers_only(a.usesysid)
    order by a.pid
  loop
    continue when why is null;
    why_not := null;
    begin
      -- It waits until the memory is free again.
      is_ended := pg_terminate_backend(pid, 1000);
    exception when insufficient_privilege then
      is_ended := false;
      why_not := sqlerrm;
    end;
    return next;
  end loop;
  begin
    perform pg_try_advisory_lock(pg_backend_pid(), n) from generate_series(1, reserve) n;
  exception when out_of_memory then
    -- What was ended is not gone yet.
    null;
  end;
end $function$;

CREATE OR REPLACE FUNCTION public.end_lock_holders(after interval)
 RETURNS TABLE(pid integer, login text, waiting integer, is_ended boolean, why_not text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- A caller in a hurry would end honest sessions.
  if after < interval '20 seconds' then raise exception 'sessions are ended after 20 seconds and later' using errcode = '22023'; end if;
  for pid, login, waiting, is_ended in
    with waiter as (
      select a.pid, l.waitstart, l.locktype, l.database, l.relation, l.page, l.tuple, l.virtualxid, l.transactionid, l.classid, l.objid, l.objsubid
      from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and l.waitstart < clock_timestamp() - after and a.datname = current_database() and not is_for_customers_only(a.usesysid)
    )
    select h.pid, h.usename::text, count(*)::int, bool_or(is_for_customers_only(h.usesysid))
    from waiter w cross join unnest(pg_blocking_pids(w.pid)) blocking join pg_stat_activity h on h.pid = blocking
    where case when is_for_customers_only(h.usesysid) then
        exists (
          select from pg_locks l where l.pid = h.pid and l.granted and l.locktype = w.locktype and l.locktype <> 'tuple'
            and (l.database, l.relation, l.page, l.tuple, l.virtualxid, l.transactionid, l.classid, l.objid, l.objsubid)
              is not distinct from (w.database, w.relation, w.page, w.tuple, w.virtualxid, w.transactionid, w.classid, w.objid, w.objsubid))
        or not exists (
          select from unnest(pg_blocking_pids(h.pid)) before left join pg_stat_activity b on b.pid = before
          where not is_for_customers_only(b.usesysid))
      else not pg_has_role(h.usesysid, 'lode_worker', 'member') and w.waitstart < clock_timestamp() - interval '5 minutes' end
    group by h.pid, h.usename order by h.pid
  loop
    why_not := null;
    if is_ended then
      begin
        is_ended := pg_terminate_backend(pid);
      exception when insufficient_privilege then
        is_ended := false;
        why_not := sqlerrm;
      end;
    end if;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.failed_jobs(at_most integer)
 RETURNS TABLE(id bigint, task text, withdrawal bigint, attempts integer, failed_seconds bigint, error text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query
    select j.id, t.identifier, case when t.identifier like 'withdrawal-%' and j.payload ->> 'id' ~ '^\d{1,18}$' then (j.payload ->> 'id')::bigint end,
      j.attempts::int, extract(epoch from now() - j.updated_at)::bigint, left(coalesce(j.last_error, ''), 300)
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts >= j.max_attempts and j.locked_at is null
    order by j.id limit at_most;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_machine_tally()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with many as (
    select site_id, model_id, status from machine_tally group by site_id, model_id, status having count(*) > 1
  ), gone as (
    delete from machine_tally using many
    where machine_tally.site_id = many.site_id and machine_tally.model_id = many.model_id and machine_tally.status = many.status
    returning machine_tally.*
  )
  insert into machine_tally
    select site_id, model_id, status, sum(machines) from gone group by site_id, model_id, status having sum(machines) <> 0;
$function$;

CREATE OR REPLACE FUNCTION public.fold_may_owe(most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  looked_at bigint;
begin
  with unresolved as (
    select distinct customer_id from (select customer_id from may_owe where account is null limit most) listed
  ), gone as (
    delete from may_owe using unresolved where may_owe.customer_id = unresolved.customer_id returning may_owe.customer_id
  ), kept as (
    insert into may_owe
      select customer.id, customer.account from (select distinct customer_id from gone) resolved join customer on customer.id = resolved.customer_id
      where exists (select from owed_fees where owed_fees.customer_id = customer.id)
  )
  select count(*) into looked_at from gone;
  return looked_at >= most;
end $function$;

CREATE OR REPLACE FUNCTION public.found_staff(members jsonb, founded_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  ids bigint[];
begin
  lock table staff in share row exclusive mode;
  if is_bound_login() and (exists (select from staff) or jsonb_array_length(members) <> 2
    or exists (select from jsonb_array_elements(members) m where m ->> 'role' <> 'ADMIN')) then
    raise exception 'an empty staff begins with two ADMIN' using errcode = 'insufficient_privilege';
  end if;
  with added as (
    insert into staff (name, role, password_hash, created_at)
    select m ->> 'name', m ->> 'role', m ->> 'passwordHash', founded_at from jsonb_array_elements(members) with ordinality e (m, n) order by n
    on conflict (name) do nothing returning id)
  select array_agg(id order by id) into ids from added;
  if ids is null then return 0; end if;
  perform record_staff(founded_at, ids[1], ids[2], 'staff:set-up', 'staff', 'the first members', ids);
  return cardinality(ids);
end $function$;

CREATE OR REPLACE FUNCTION public.hash_content()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.content_hash := sha256(convert_to(concat_ws(E'\x1f', new.kind, new.name, coalesce(new.version, ''), coalesce(new.title, ''),
    coalesce(new.text, ''), coalesce(new.html, ''), coalesce(encode(new.image_hash, 'hex'), ''), coalesce(new.url, ''),
    new.is_force), 'UTF8'));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_chain_watcher(of_network text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from chain_watcher where network = of_network for share;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_coin_up_day(asked date)
 RETURNS date
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(hashtext('coin-up'), hashtext('day'));
  return coin_up_day(asked);
end $function$;

CREATE OR REPLACE FUNCTION public.hold_mining_days()
 RETURNS date
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  lock table day_close in share mode;
  return (select max(date) + 1 from day_close where kind = 'mining');
end $function$;

CREATE OR REPLACE FUNCTION public.hold_staff(member bigint, from_hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from staff where id = member and status = 'ACTIVE' and (from_hash is null or password_hash = from_hash) for share;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.index_outline(index regclass)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select regexp_replace(substring(pg_get_indexdef(index) from ' USING .*'), '[()]|::[a-z_. ]+(\[\])?', '', 'g');
$function$;

CREATE OR REPLACE FUNCTION public.insert_first_machine_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into machine_terms (machine_id, effective_from, customer_id, site_id, tariff_name, hashrate, power_watts, pool_fee_rate,
    hosting_fee_monthly, end_time, recorded_at)
    select id, (start_time at time zone 'UTC')::date, customer_id, site_id, tariff_name, hashrate, power_watts, pool_fee_rate,
      hosting_fee_monthly, end_time, created_at
    from fresh;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.is_address_key(network text, key text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case network
    when 'ERC20' then key ~ '^[0-9a-f]{40}$'
    when 'BITCOIN' then
      key ~ '^(76a914[0-9a-f]{40}88ac|a914[0-9a-f]{40}87|0014[0-9a-f]{40}|0020[0-9a-f]{64})$'
      or key ~ '^(5[1-9a-f]|60)(0[2-9a-f]|1[0-9a-f]|2[0-8])([0-9a-f]{2}){2,40}$'
        and length(key) = 4 + 2 * get_byte(decode(substr(key, 3, 2), 'hex'), 0)
    else false
  end
$function$;

CREATE OR REPLACE FUNCTION public.is_bound_login()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
RETURN ((pg_has_role(SESSION_USER, 'lode_public'::name, 'member'::text) OR pg_has_role(SESSION_USER, 'lode_worker'::name, 'member'::text) OR pg_has_role(SESSION_USER, 'lode_staff'::name, 'member'::text)) AND ((NOT pg_has_role(SESSION_USER, 'lode_app'::name, 'member'::text)) OR (EXISTS (SELECT FROM installation WHERE (installation.mode = 'production'::text)))));

CREATE OR REPLACE FUNCTION public.is_contact_proved(code bigint, contact text, wanted_subject text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from one_time_code
    where id = code and account = contact and scene = 'CHANGE_CONTACT' and subject = wanted_subject
      and used_at <= at and used_at > at - interval '24 hours')
$function$;

CREATE OR REPLACE FUNCTION public.is_day_elsewhere(day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from sealed_days where month = date_trunc('month', day::timestamp) and detached_at is not null);
$function$;

CREATE OR REPLACE FUNCTION public.is_for_customers_only(login oid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
RETURN ((login IS NOT NULL) AND pg_has_role(login, 'lode_public'::name, 'member'::text) AND (NOT pg_has_role(login, 'lode_worker'::name, 'member'::text)));

CREATE OR REPLACE FUNCTION public.is_held_by_worker(space text, name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (
    select from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and a.datname = current_database()
      and (l.classid::bigint, l.objid::bigint) = (hashtext(space)::bigint & 4294967295, hashtext(name)::bigint & 4294967295)
      and pg_has_role(a.usesysid, 'lode_worker', 'member'));
$function$;

CREATE OR REPLACE FUNCTION public.is_in_audience(tag text, caller bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select tag is null or exists (select from customer where id = caller and tag = any (tags))
$function$;

CREATE OR REPLACE FUNCTION public.is_job_waiting(task text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return exists (select from graphile_worker.jobs where task_identifier = task and attempts < max_attempts and run_at <= now());
end $function$;

CREATE OR REPLACE FUNCTION public.is_mining_day_begun(day date)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(day < hold_mining_days(), false)
$function$;

CREATE OR REPLACE FUNCTION public.is_position_ordered(of_customer bigint, of_coin text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
RETURN (EXISTS (WITH ordered AS (SELECT COALESCE(sum(coin_up_order.amount) FILTER (WHERE ((coin_up_order.direction = 'IN'::text) AND (coin_up_order.state = 'INTRANSIT'::text))), (0)::numeric) AS in_transit_in, COALESCE(sum(coin_up_order.amount) FILTER (WHERE ((coin_up_order.direction = 'OUT'::text) AND (coin_up_order.state = 'INTRANSIT'::text))), (0)::numeric) AS in_transit_out, (COALESCE(sum(coin_up_order.amount) FILTER (WHERE ((coin_up_order.direction = 'IN'::text) AND (coin_up_order.state = 'SUCCESS'::text))), (0)::numeric) - COALESCE(sum(coin_up_order.amount) FILTER (WHERE (coin_up_order.direction = 'OUT'::text)), (0)::numeric)) AS earning FROM coin_up_order WHERE ((coin_up_order.customer_id = is_position_ordered.of_customer) AND (coin_up_order.coin = is_position_ordered.of_coin) AND (coin_up_order.account = 'COIN_UP_ACCOUNT'::text))) SELECT FROM coin_up_position "position", ordered, ledger.balance WHERE (("position".customer_id = is_position_ordered.of_customer) AND ("position".coin = is_position_ordered.of_coin) AND ((("position".earning)::numeric = ordered.earning) AND (("position".in_transit_in)::numeric = ordered.in_transit_in) AND (("position".in_transit_out)::numeric = ordered.in_transit_out)) AND ((balance.account)::bigint = ledger.account_id(is_position_ordered.of_customer, 'COIN_UP_ACCOUNT'::text, is_position_ordered.of_coin)) AND (balance.posted = (("position".earning + "position".in_transit_in) + "position".in_transit_out)) AND ((balance.held)::bigint = "position".in_transit_out))));

CREATE OR REPLACE FUNCTION public.is_public_login(login name)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (pg_has_role(login, 'lode_public'::name, 'member'::text) AND (NOT pg_has_role(login, 'lode_worker'::name, 'member'::text)) AND (NOT pg_has_role(login, 'lode_staff'::name, 'member'::text)));

CREATE OR REPLACE FUNCTION public.is_rehash(old_hash text, new_hash text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce((select previous_pepper_fingerprint is not null from installation)
    and not is_under_present_pepper(old_hash) and is_under_present_pepper(new_hash), false)
$function$;

CREATE OR REPLACE FUNCTION public.is_under_present_pepper(hash text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select strpos(hash, ',keyid=' || encode(substr(pepper_fingerprint, 1, 6), 'base64') || '$') > 0 from installation
$function$;

CREATE OR REPLACE FUNCTION public.is_worker_login(login name)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (pg_has_role(login, 'lode_worker'::name, 'member'::text) AND (NOT pg_has_role(login, 'lode_public'::name, 'member'::text)) AND (NOT pg_has_role(login, 'lode_staff'::name, 'member'::text)));

CREATE OR REPLACE FUNCTION public.job_counts()
 RETURNS TABLE(waiting bigint, oldest_due_seconds bigint, running bigint, failed bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query
    select count(*) filter (where attempts < max_attempts and locked_at is null),
      extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now()))::bigint,
      count(*) filter (where locked_at is not null), count(*) filter (where attempts >= max_attempts and locked_at is null)
    from graphile_worker.jobs;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_begun_days_of_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  first_open constant timestamptz := hold_mining_days()::timestamp at time zone 'UTC';
  is_touched boolean := false;
begin
  if first_open is null then return null; end if;
  case tg_op
    when 'INSERT' then
      is_touched := exists (select from fresh where started_at < first_open);
    when 'DELETE' then
      is_touched := exists (select from gone where started_at < first_open);
    else
      -- A row keeps its key and its start: the other trigger sees to that.
      is_touched := exists (
        select from gone join fresh using (machine_id, seq)
        where gone.ended_at is distinct from fresh.ended_at
          and least(coalesce(gone.ended_at, 'infinity'), coalesce(fresh.ended_at, 'infinity')) < first_open)
        or exists (
          select from gone where started_at < first_open
            and not exists (select from fresh where (fresh.machine_id, fresh.seq, fresh.started_at, fresh.status)
              = (gone.machine_id, gone.seq, gone.started_at, gone.status)))
        or exists (
          select from fresh where started_at < first_open
            and not exists (select from gone where (fresh.machine_id, fresh.seq, fresh.started_at, fresh.status)
              = (gone.machine_id, gone.seq, gone.started_at, gone.status)));
  end case;
  if is_touched then
    raise exception 'the status log would change in a mining day whose close has begun' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_begun_days_of_tariffs()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from fresh
    join machine_terms terms on terms.site_id = fresh.site_id and terms.tariff_name = fresh.name
    where fresh.effective_from < (select hold_mining_days()) and terms.effective_from < (select hold_mining_days())
  ) then
    raise exception 'a version of a tariff lies in a mining day whose close has begun' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_begun_days_of_terms()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from fresh where effective_from < (select hold_mining_days())) then
    raise exception 'a version of terms lies in a mining day whose close has begun' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_closed_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.status = 'CLOSED' then
    raise exception 'customer % has left', old.id using errcode = 'check_violation';
  elsif not exists (select from customer_departure where customer_id = new.id) then
    raise exception 'customer % has not left by two people', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_count_of_requests()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if coalesce(old.key, '') like 'staff%' or coalesce(new.key, '') like 'staff%' then
    raise exception 'requests of the staff may not be counted by a customers'' process' using errcode = 'check_violation';
  end if;
  if tg_op <> 'DELETE' and (new.expire is null or new.expire > extract(epoch from clock_timestamp() + interval '2 days') * 1000)
    and exists (select from installation where mode = 'production') then
    raise exception 'a count of requests may not last longer than two days' using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $function$;

CREATE OR REPLACE FUNCTION public.keep_customer_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' then
    delete from customer_tag where customer_id = new.id and tag = any (old.tags) and tag = any (new.tags) is not true;
  end if;
  insert into customer_tag (tag, customer_id)
    select distinct tag, new.id from unnest(new.tags) tag where tag is not null on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_hands_off(part text, parent text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  execute format('alter table public.%I enable row level security', part);
  execute format('create trigger written_through_its_table before insert or update or delete or truncate on public.%I for each statement execute function refuse_rewriting(%L)',
    part, 'rows are written through ' || parent);
end $function$;

CREATE OR REPLACE FUNCTION public.keep_hosted_days_apart()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from hosting_charge other where other.machine_id = new.machine_id and other.adjustment_id is null
      and other.id <> new.id and other.first_day <= new.last_day and other.last_day >= new.first_day) then
    raise exception 'hosting of machine % from % to % is charged already', new.machine_id, new.first_day, new.last_day
      using errcode = 'unique_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_interest_batches()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  days constant int := new.date - date '2000-01-01';
begin
  if tg_table_name = 'coin_up_interest_day' then
    perform pg_advisory_xact_lock(hashtext('coin-up interest'), days);
  else
    perform pg_advisory_xact_lock_shared(hashtext('coin-up interest'), days);
    if exists (select from coin_up_interest_day where coin = new.coin and date = new.date) then
      raise exception 'interest of % on % is decided: no batch is added', new.coin, new.date using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_months(of_kind text, day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '500ms'
AS $function$
declare
  parent text;
  month date;
begin
  if exists (select from installation where mode = 'production')
    and (day between clock_timestamp() - interval '2 years' and clock_timestamp() + interval '1 day') is not true then
    return;
  end if;
  foreach parent in array case of_kind when 'mining' then array['machine_output', 'electricity_charge'] else array['coin_up_interest'] end loop
    foreach month in array array[date_trunc('month', day), date_trunc('month', day) + interval '1 month']::date[] loop
      if to_regclass(format('public.%I', parent || to_char(month, '_YYYY_MM'))) is null then
        perform make_month(parent, month);
      end if;
    end loop;
  end loop;
exception when lock_not_available then
  return;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_output_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (select sum(net) from corrected_output
      where machine_id = new.machine_id and date = new.about_date and coin = new.adjusted_coin) < 0 then
    raise exception 'a correction takes back more % than machine % mined on %', new.adjusted_coin, new.machine_id, new.about_date
      using errcode = 'check_violation';
  end if;
  insert into output_total as total (customer_id, coin, net) values (new.customer_id, new.adjusted_coin, greatest(new.adjusted_amount, 0))
    on conflict (customer_id, coin) do update set net = total.net + new.adjusted_amount;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_payment_of_charge()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'ledger', 'pg_temp'
AS $function$
declare
  before constant jsonb := to_jsonb(old);
  after constant jsonb := to_jsonb(new);
  what constant text := tg_argv[0];
  price_date constant date := after ->> tg_argv[1];
  covered constant numeric := new.paid_output_usdt - old.paid_output_usdt;
  promoted constant bigint := coalesce((after ->> 'paid_promotion')::bigint - (before ->> 'paid_promotion')::bigint, 0);
  worth numeric;
  slack numeric;
begin
  insert into payment_to_match
    select new.customer_id, paid.what, new.machine_id, new.date, paid.coin, paid.amount
    from (values (what, 'USDT', new.paid_prepaid - old.paid_prepaid), (what, 'BTC', new.paid_btc - old.paid_btc),
      (what, 'ETH', new.paid_eth - old.paid_eth), (what, 'DOGE', new.paid_doge - old.paid_doge)) paid (what, coin, amount)
    where paid.amount <> 0;
  if promoted <> 0 then
    insert into payment_to_match values (new.customer_id, 'promotion', null, null, 'USDT', promoted);
  end if;
  -- A coin without a price pays nothing.
  select coalesce(sum(part.amount * coalesce(price.usdt, 0)::numeric), 0),
    count(*) filter (where part.amount > 0) * 100000000 + case when new.owed = 0 then coalesce(max(price.usdt), 0) else 0 end
    into worth, slack
    from (values ('BTC', new.paid_btc - old.paid_btc), ('ETH', new.paid_eth - old.paid_eth), ('DOGE', new.paid_doge - old.paid_doge)) part (coin, amount)
    left join reference_price price on price.coin = part.coin and price.date = price_date;
  if covered * 100000000 - worth not between 0 and slack then
    raise exception '% of machine % on %: coins worth % do not cover %', what, new.machine_id, new.date, div(worth, 100000000), covered
      using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_pepper_fingerprint()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.pepper_fingerprint is not null and new.pepper_fingerprint is distinct from old.pepper_fingerprint
    and current_user <> (select o.rolname from pg_class t join pg_roles o on o.oid = t.relowner where t.oid = tg_relid) then
    raise exception 'the fingerprint of the pepper is written once' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_spent_promotion()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'ledger', 'pg_temp'
AS $function$
begin
  insert into payment_to_match values (new.customer_id, 'promotion', null, null, 'USDT', new.promo_remaining - old.promo_remaining);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_terms_apart()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from fresh
    join machine_terms other on other.machine_id = fresh.machine_id and other.effective_from <> fresh.effective_from
      and other.effective_from < fresh.effective_to and other.effective_to > fresh.effective_from
  ) then
    raise exception 'two versions of terms of one machine cover the same mining day' using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_terms_of_begun_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if to_jsonb(old) - 'applied' = to_jsonb(new) - 'applied' then return new; end if;
  if not is_mining_day_begun(old.effective_from) and not is_mining_day_begun(new.effective_from) then return new; end if;
  if is_mining_day_begun(old.effective_to) or is_mining_day_begun(new.effective_to)
    or to_jsonb(old) - 'effective_to' - 'applied' <> to_jsonb(new) - 'effective_to' - 'applied' then
    raise exception 'update of machine_terms is refused: the close of % has begun', old.effective_from
      using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_version_of_begun_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_mining_day_begun(old.effective_from) or tg_op = 'UPDATE' and is_mining_day_begun(new.effective_from) then
    raise exception '% of % is refused: the close of % has begun', tg_op, tg_table_name, old.effective_from
      using errcode = 'check_violation';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;

CREATE OR REPLACE FUNCTION public.known_destination(of_customer bigint, of_network text, of_key text, by_then timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select w.id from withdrawal w
    join withdrawal_review r on r.withdrawal_id = w.id and r.part = 'APPROVED'
    join withdrawal_step s on s.withdrawal_id = w.id and s.step = 'CONFIRMED'
  where w.customer_id = of_customer and w.network = of_network and w.address_key = of_key and w.phase = 'PAID' and s.at <= by_then
  order by w.id desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.last_closed_day(close_kind text)
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (SELECT COALESCE(max(day_close.date), '-infinity'::date) AS "coalesce" FROM day_close WHERE ((day_close.kind = last_closed_day.close_kind) AND (day_close.closed_at IS NOT NULL)));

CREATE OR REPLACE FUNCTION public.lift_freeze(frozen_customer bigint, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  with lifted as (
    update customer_freeze set lifted_at = greatest(at, frozen_at)
    where customer_id = frozen_customer and lifted_at is null
      and not exists (select from deposit_to_claw_back where customer_id = frozen_customer)
    returning id)
  select exists (select from lifted)
$function$;

CREATE OR REPLACE FUNCTION public.limit_passkeys()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Enrolments of one customer take turns here: the count is of a statement that begins after the lock.
  perform from second_factor where customer_id = new.customer_id for update;
  if (select count(*) from passkey where customer_id = new.customer_id) >= 10 then
    raise exception 'customer % has ten passkeys', new.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_auto_approval(coin text)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended('auto_approval ' || coin, 0))
$function$;

CREATE OR REPLACE FUNCTION public.log_staff_action()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into security_event (at, kind, staff_id, detail) values (new.at, 'STAFF_ACTION', new.staff_id,
    jsonb_build_object('audit', new.id::text, 'action', new.action, 'hash', audit_hash(new)));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.maintenance_audience(of_site text, of_model text, of_tag text, of_customer bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select customer.id from customer
  where status = 'ACTIVE' and (of_customer is null or customer.id = of_customer) and (of_tag is null or tags @> array[of_tag])
    and (of_site is null or exists (
      select from machine join site on site.id = site_id where customer_id = customer.id and site.name = of_site and not contract_ended))
    and (of_model is null or exists (
      select from machine join machine_model model on model.id = model_id
      where customer_id = customer.id and model.name = of_model and not contract_ended))
$function$;

CREATE OR REPLACE FUNCTION public.make_month(parent text, month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  part constant text := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
  until constant date := month + interval '1 month';
  is_late boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('month of ' || parent, 0));
  execute format('select exists (select from %I where date >= $1 and date < $2)', parent || '_rest') into is_late using month, until;
  if is_late or to_regclass(format('public.%I', part)) is not null or is_day_elsewhere(month) then return; end if;
  perform make_partition(parent::regclass, to_char(month, 'YYYY_MM'), month::text, until::text);
  perform keep_hands_off(part, parent);
end $function$;

CREATE OR REPLACE FUNCTION public.make_partition(parent regclass, suffix text, first text, beyond text)
 RETURNS regclass
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  schema_name text;
  parent_name text;
  name text;
  definition text;
begin
  select n.nspname, c.relname into strict schema_name, parent_name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = parent;
  name := parent_name || '_' || suffix;
  execute format('create table %I.%I (like %I.%I including defaults including constraints including storage)', schema_name, name, schema_name, parent_name);
  for definition in
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid = parent and not tgisinternal and tgtype & 1 = 0 order by tgname
  loop
    execute replace(definition, format(' ON %I.%I ', schema_name, parent_name), format(' ON %I.%I ', schema_name, name));
  end loop;
  execute format('alter table %I.%I attach partition %I.%I for values from (%s) to (%s)', schema_name, parent_name, schema_name, name,
    coalesce(quote_literal(first), 'minvalue'), coalesce(quote_literal(beyond), 'maxvalue'));
  return format('%I.%I', schema_name, name)::regclass;
end $function$;

CREATE OR REPLACE FUNCTION public.match_charges()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_public_login(session_user) or not is_bound_login() then return null; end if;
  if tg_op = 'INSERT' then
    insert into ledger.taking_to_match
      select tg_argv[0], array_agg(account), array_agg(amount)
      from (
        select customer_id, sum_units(paid_prepaid) as usdt, sum_units(paid_btc) as btc, sum_units(paid_eth) as eth, sum_units(paid_doge) as doge
        from written group by 1
      ) charge, lateral (values (ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT'), usdt),
        (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'BTC'), btc), (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'ETH'), eth),
        (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'DOGE'), doge)) paid (account, amount)
      where amount <> 0 having count(*) > 0;
  else
    insert into ledger.taking_to_match
      select tg_argv[0], array_agg(account), array_agg(amount)
      from (
        select customer_id, sum_units(change * paid_prepaid) as usdt, sum_units(change * paid_btc) as btc,
          sum_units(change * paid_eth) as eth, sum_units(change * paid_doge) as doge
        from (
          select 1 as change, customer_id, paid_prepaid, paid_btc, paid_eth, paid_doge from written
          union all select -1, customer_id, paid_prepaid, paid_btc, paid_eth, paid_doge from replaced
        ) both_versions group by 1
      ) charge, lateral (values (ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT'), usdt),
        (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'BTC'), btc), (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'ETH'), eth),
        (ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'DOGE'), doge)) paid (account, amount)
      where amount <> 0 having count(*) > 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.match_outputs_taken_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_public_login(session_user) or not is_bound_login() then return null; end if;
  insert into ledger.taking_to_match
    select 'output', array_agg(account), array_agg(amount)
    from (
      select ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', adjusted_coin) as account, sum_units(-moved) as amount
      from written where adjusted = 'output' and moved < 0 group by 1
    ) taken having count(*) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.message_deposit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select new.customer_id, 'deposit:' || new.id || ':' || said.name, 'DEPOSIT', 'DEPOSIT_' || said.name,
    jsonb_build_object('coin', new.coin, 'amount', new.amount::text), 'DEPOSIT', new.id,
    case said.name when 'SEEN' then new.seen_at else new.credited_at end, 'CHOSEN'
  from (values (case when new.status in ('SEEN', 'CONFIRMING') then 'SEEN' when new.status = 'CREDITED' then 'CREDITED' end)) said (name)
  where said.name is not null
  on conflict (customer_id, key) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.message_low_electricity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, at, delivery)
  values (new.customer_id, 'electricity:' || new.level || ':' || new.date, 'ELECTRICITY', 'ELECTRICITY_LOW',
    jsonb_build_object('days', new.days_left, 'available', new.available::text), 'ELECTRICITY', new.at, 'CHOSEN')
  on conflict (customer_id, key) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.message_machine_stops()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select customer_id, 'machine:' || min(machine_id) || ':' || (array_agg(seq order by machine_id))[1], 'MACHINE', 'MACHINE_STOPPED',
    jsonb_build_object('reason', reason, 'count', count(*), 'machines', to_jsonb((array_agg(machine_no order by machine_id))[1:5]),
      'note', case when count(distinct note) = 1 then min(note) end),
    'MACHINE', case when count(*) = 1 then min(machine_id) end, max(recorded_at), 'CHOSEN'
  from (
    select m.customer_id, m.id as machine_id, m.machine_no, fresh.seq, fresh.recorded_at, named.reason,
      case when named.reason in ('repair', 'staff') and fresh.by = 'operator' then fresh.reason end as note
    from fresh join machine m on m.id = fresh.machine_id
      cross join lateral (select case when fresh.reason in ('electricityOwed', 'contractEnded') then fresh.reason
        when fresh.status = 'REPAIR' then 'repair' else 'staff' end as reason) named
    where correction_id is null and fresh.status in ('ARREAR', 'SUSPEND', 'REPAIR') and by not in ('customer', 'payment', 'import')
      and (from_status = 'RUNNING' or by = 'clock')
  ) stopped
  group by customer_id, reason
  on conflict (customer_id, key) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.message_security_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select customer_id, 'event:' || id, case when kind like 'WITHDRAWAL\_%' then 'WITHDRAWAL' else 'SECURITY' end, kind, detail - 'network',
    case when kind like 'WITHDRAWAL\_%' then 'WITHDRAWAL' end,
    case when kind like 'WITHDRAWAL\_%' then (detail ->> 'withdrawal')::bigint end, at, 'NEVER'
  from fresh
  where customer_id is not null
    and kind in ('SESSION_OPENED', 'SESSIONS_REVOKED', 'LOGIN_LOCKED', 'FUNDS_PASSWORD_LOCKED', 'PASSWORD_SET', 'PASSWORD_CHANGED',
      'FUNDS_PASSWORD_SET', 'ADDRESS_ADDED', 'ADDRESS_REMOVED', 'WITHDRAWAL_SUBMITTED', 'WITHDRAWAL_CANCELLED', 'WITHDRAWAL_RETURNED',
      'WITHDRAWAL_PAID', 'ACCOUNT_DISABLED', 'ACCOUNT_ENABLED', 'CONTACT_LOST', 'CONTACT_CHANGED', 'SECOND_FACTOR_SET',
      'SECOND_FACTOR_LOST', 'SECOND_FACTOR_REMOVED',
      'PASSKEY_ADDED', 'PASSKEY_REMOVED', 'RECOVERY_CODES_RENEWED', 'FROZEN', 'UNFROZEN')
    and (kind <> 'SESSION_OPENED' or not exists (
      select from (select id, device_id from session where session.customer_id = fresh.customer_id order by id desc limit 1) newest
      join session earlier on earlier.customer_id = fresh.customer_id and earlier.device_id = newest.device_id and earlier.id <> newest.id))
  on conflict (customer_id, key) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.message_withdrawal_steps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select w.customer_id, 'withdrawal:' || w.id || ':' || said, 'WITHDRAWAL', 'WITHDRAWAL_' || said,
    jsonb_build_object('coin', w.coin, 'amount', w.amount::text), 'WITHDRAWAL', w.id, fresh.at, 'CHOSEN'
  from fresh join withdrawal w on w.id = fresh.withdrawal_id
    cross join lateral (select case fresh.step when 'KYT' then 'APPROVED' when 'BROADCAST' then 'BROADCAST' end as said) named
  where w.customer_id is not null and said is not null
  on conflict (customer_id, key) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into may_owe values (new.id, null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_new_fees()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into may_owe select distinct customer_id, null from written where owed > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_paid_fees()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into may_owe select distinct customer_id, null from written;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.number_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  -- Bytes of a random UUID that hold neither its version nor its variant.
  places constant integer[] := array[0, 1, 2, 3, 4, 5, 10, 11, 12, 13];
  random constant bytea := uuid_send(gen_random_uuid());
begin
  new.number := 'W' || to_char(new.date, 'YYYYMMDD') || '-'
    || (select string_agg(substr(alphabet, get_byte(random, place) % 32 + 1, 1), '' order by place) from unnest(places) place);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.part_of_days(parent text, month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  part constant text := parent || to_char(month, '_YYYY_MM');
  rest constant text := parent || '_rest';
begin
  if to_regclass(format('public.%I', part)) is not null then return; end if;
  execute format('lock table only %I in access exclusive mode', parent);
  execute format('create temporary table late_rows as select * from %I where date >= $1 and date < $2', rest) using month, (month + interval '1 month')::date;
  execute format('alter table %I disable trigger user', rest);
  execute format('delete from %I where date >= $1 and date < $2', rest) using month, (month + interval '1 month')::date;
  execute format('alter table %I enable trigger user', rest);
  perform make_month(parent, month);
  execute format('alter table %I disable trigger user', part);
  execute format('insert into %I select * from late_rows', part);
  execute format('alter table %I enable trigger user', part);
  drop table late_rows;
end $function$;

CREATE OR REPLACE FUNCTION public.passkey_challenge_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.challenge_hash, new.customer_id, new.purpose, new.subject, new.expires_at)
      is distinct from (old.challenge_hash, old.customer_id, old.purpose, old.subject, old.expires_at)
    or old.answered_at is not null and new.answered_at is distinct from old.answered_at
    or old.token_hash is not null and (new.token_hash, new.passkey_id) is distinct from (old.token_hash, old.passkey_id)
    or old.used_at is not null and new.used_at is distinct from old.used_at then
    raise exception 'a challenge is good once, for what it was made for' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.passkey_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.customer_id, new.credential_id, new.public_key) is distinct from (old.customer_id, old.credential_id, old.public_key)
    or new.counter < old.counter then
    raise exception 'passkey % is enrolled: it can only be removed', old.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.pay_charges(output_first boolean, prepaid bigint, output bigint[], amounts bigint[], mined integer[], prices bigint[])
 RETURNS TABLE(n integer, from_prepaid bigint, from_btc bigint, from_eth bigint, from_doge bigint, covered bigint, unpriced integer)
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE ROWS 10
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  owed bigint;
  paid bigint[];
  coin_order int[];
  coin int;
  price bigint;
  wanted numeric;
  part bigint;
begin
  for n in 1 .. cardinality(amounts) loop
    owed := amounts[n];
    from_prepaid := 0;
    paid := array[0, 0, 0];
    unpriced := null;
    if not output_first then
      from_prepaid := least(owed, prepaid);
      owed := owed - from_prepaid;
    end if;
    covered := 0;
    coin_order := case mined[n] when 1 then '{1,2,3}' when 2 then '{2,1,3}' else '{3,1,2}' end;
    foreach coin in array coin_order loop
      exit when owed = 0;
      continue when output[coin] <= 0;
      price := prices[n][coin];
      if price is null then
        unpriced := coalesce(unpriced, coin);
        continue;
      end if;
      wanted := div(owed * 100000000::numeric, price);
      if wanted <= output[coin] then
        paid[coin] := wanted;
        part := owed;
      else
        paid[coin] := output[coin];
        part := least(owed, ceil(output[coin] * price::numeric / 100000000));
      end if;
      output[coin] := output[coin] - paid[coin];
      covered := covered + part;
      owed := owed - part;
    end loop;
    if output_first then
      from_prepaid := least(owed, prepaid);
    end if;
    prepaid := prepaid - from_prepaid;
    from_btc := paid[1];
    from_eth := paid[2];
    from_doge := paid[3];
    pay_charges.n := n;
    return next;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.payable_revenue(of_coin text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum_units(amount), 0) from payable_revenue_part where coin = of_coin
$function$;

CREATE OR REPLACE FUNCTION public.payment_has_one_chain()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from withdrawal_payment p where p.withdrawal_id = new.withdrawal_id and p.lead_id is distinct from new.lead_id) then
    raise exception 'withdrawal % is in another payment', new.withdrawal_id using errcode = 'unique_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.post_maintenance(body text, of_site text, of_model text, of_tag text, of_customer bigint, posted_at timestamp with time zone)
 RETURNS TABLE(key text, reached integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- As before there were models and tags, so that an older text is known.
  key := 'maintenance:' || md5(coalesce(of_site, '') || ' ' || body
    || coalesce(chr(10) || 'model ' || of_model, '') || coalesce(chr(10) || 'tag ' || of_tag, '') || coalesce(chr(10) || 'customer ' || of_customer, ''));
  insert into customer_message (customer_id, key, kind, event, detail, at, delivery)
  select audience, post_maintenance.key, 'MAINTENANCE', 'NOTICE', jsonb_build_object('text', body), posted_at, 'CHOSEN'
  from maintenance_audience(of_site, of_model, of_tag, of_customer) audience order by audience
  on conflict on constraint customer_message_customer_id_key_key do nothing;
  get diagnostics reached = row_count;
  return next;
end $function$;

CREATE OR REPLACE FUNCTION public.post_messages(of_kind text, messages jsonb, always boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  posted int;
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select customer, key, of_kind, 'NOTICE', jsonb_build_object('text', text), target, "targetId", at, case when always then 'ALWAYS' else 'CHOSEN' end
  from jsonb_to_recordset(messages) one (customer bigint, key text, text text, target text, "targetId" bigint, at timestamptz)
  on conflict (customer_id, key) do nothing;
  get diagnostics posted = row_count;
  return posted;
end $function$;

CREATE OR REPLACE FUNCTION public.post_notices(of_kind text, recipients text[], texts text[], times timestamp with time zone[], always boolean)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select post_messages(of_kind, coalesce(jsonb_agg(jsonb_build_object(
      'customer', customer.id, 'key', 'notice:' || gen_random_uuid(), 'text', body, 'at', posted_at,
      'target', case of_kind when 'TERMS' then 'MACHINE' when 'ELECTRICITY' then 'ELECTRICITY' when 'DEPOSIT' then 'DEPOSIT' end)
    order by place), '[]'), always)
  from unnest(recipients, texts, times) with ordinality notice (recipient, body, posted_at, place)
  join customer on account = recipient
$function$;

CREATE OR REPLACE FUNCTION public.queue_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  payloads json[];
begin
  select array_agg(json_build_object('messages', ids)) into payloads from (
    select json_agg(id::text order by id) as ids from (
      select fresh.id, (row_number() over (order by fresh.id) - 1) / 200 as part from fresh
      where delivery <> 'NEVER' and exists (
        select from message_channel channel
        where channel.customer_id = fresh.customer_id and channel.kind = fresh.kind and (is_chosen or is_main and delivery = 'ALWAYS'))
    ) wanted group by part
  ) parts;
  if payloads is not null then
    perform count(*) from graphile_worker.add_jobs(array(
      select row('deliver-messages', payload, null, null, null, null, null, null)::graphile_worker.job_spec from unnest(payloads) payload));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_notices(recipients text[], texts text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform count(*) from graphile_worker.add_jobs(array(
    select row('send-message', json_build_object('to', recipient, 'scene', 'NOTICE', 'text', body), null, null, null, null, null, null)::graphile_worker.job_spec
    from unnest(recipients, texts) notice (recipient, body)));
end $function$;

CREATE OR REPLACE FUNCTION public.record_approver_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform record_staff(new.created_at, new.staff_id, null, 'staff:key', 'staff ' || name, 'a key for approvals was made', array[id])
  from staff where id = new.staff_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_staff(line_at timestamp with time zone, done_by bigint, approver bigint, line_action text, line_subject text, why text, ids bigint[], before jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into audit_log (at, staff_id, approved_by, action, subject, reason, detail)
  select line_at, done_by, approver, line_action, line_subject, why, jsonb_strip_nulls(jsonb_build_object('members',
    (select jsonb_object_agg(id::text, jsonb_build_object('name', name, 'role', role, 'status', status, 'state', staff_state(id)))
     from staff where id = any (ids)),
    'before', before, 'session', given.place ->> 'session', 'origin', given.place ->> 'origin'))
  from (select nullif(current_setting('lode.given_from', true), '')::jsonb as place) given
$function$;

CREATE OR REPLACE FUNCTION public.record_status_correction(at_site bigint, of_machine bigint, since timestamp with time zone, until timestamp with time zone, new_status text, recorder text, approver text, why text, at timestamp with time zone)
 RETURNS TABLE(correction_id bigint, machine_id bigint, seconds bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  first_open constant date := hold_mining_days();
  correction bigint;
begin
  if since < first_open::timestamp at time zone 'UTC' then
    raise exception 'the close of % has begun', (since at time zone 'UTC')::date using errcode = 'check_violation';
  end if;
  if since >= at or until > at or until <= since then
    raise exception 'a status is dated back, from a time before another' using errcode = 'check_violation';
  end if;
  -- Moves hold these rows as well: the log does not change under the correction.
  perform from machine where id = any(array(
    select terms.machine_id from machine_terms terms
    where (of_machine is null or terms.machine_id = of_machine) and (at_site is null or site_id = at_site)
      and effective_to > (since at time zone 'UTC')::date and effective_from <= (coalesce(until, at) at time zone 'UTC')::date
  )) order by id for update;

  -- Never one that the caller made: its triggers would run as the owner of this function. A foreign one cannot be dropped.
  if to_regclass('pg_temp.status_segment') is not null then drop table pg_temp.status_segment; end if;
  create temporary table status_segment (
    machine_id bigint not null, seq int not null, n int not null, started_at timestamptz not null, ended_at timestamptz,
    is_replaced boolean not null, first_seq int not null
  ) on commit drop;
  insert into status_segment
    with windowed as materialized (
      select machine_id, range_agg(tstzrange(starts, nullif(ends, 'infinity'))) as spans
      from (
        select machine_id, greatest(since, effective_from::timestamp at time zone 'UTC') as starts,
          least(coalesce(until, 'infinity'), case when new_status = 'RUNNING' then coalesce(end_time, 'infinity') else 'infinity' end,
            -- What ends ahead lasts for now: no period begins in the future.
            case when effective_to::timestamp at time zone 'UTC' > at then 'infinity' else effective_to::timestamp at time zone 'UTC' end) as ends
        from machine_terms
        where (of_machine is null or machine_id = of_machine) and (at_site is null or site_id = at_site)
          and effective_from <= (at at time zone 'UTC')::date
      ) part
      where starts < ends and starts < at
      group by machine_id
    ), live as materialized (
      select period.*, spans, tstzrange(started_at, ended_at) as span,
        case when new_status = 'RUNNING' then status = 'REPAIR' or status = 'SUSPEND' and by like 'staff:%' else status = 'RUNNING' end as is_replaceable
      from windowed cross join lateral (
        select * from machine_status_period period where period.machine_id = windowed.machine_id and coalesce(ended_at, 'infinity') > since offset 0
      ) period
    ), tail as (
      select live.* from live
      join (select machine_id, min(seq) as first from live where is_replaceable and spans && span group by machine_id) touched
        on touched.machine_id = live.machine_id and seq >= first
    ), part as (
      select machine_id, seq, lower(part) as starts, upper(part) as ends, is_replaced
      from tail cross join lateral (
        select part, true as is_replaced from unnest(case when is_replaceable then spans * tstzmultirange(span) else '{}' end) part
        union all
        select part, false from unnest(case when is_replaceable then tstzmultirange(span) - spans else tstzmultirange(span) end) part
      ) segment
      union all
      select machine_id, seq, started_at, ended_at, false from tail where isempty(span)
    )
    select machine_id, seq, row_number() over in_order, starts, ends, is_replaced, min(seq) over (partition by machine_id)
    from part window in_order as (partition by machine_id order by seq, starts);

  insert into status_correction (site_id, machine_id, from_at, to_at, status, machines, reason, recorded_by, approved_by, recorded_at)
    values (at_site, of_machine, since, until, new_status, (select count(distinct machine_id) from status_segment), why, recorder, approver, at)
    returning id into correction;

  insert into superseded_status_period
    select correction, machine_id, seq, started_at, ended_at, from_status, status, by, reason, recorded_at, correction_id
    from machine_status_period where (machine_id, seq) in (select machine_id, seq from status_segment);

  -- What began before the correction ends with it; the rest is written anew.
  update machine_status_period period set ended_at = segment.ended_at
    from status_segment segment
    where n = 1 and not is_replaced and period.machine_id = segment.machine_id and period.seq = segment.seq;
  delete from machine_status_period period
    using status_segment segment
    where period.machine_id = segment.machine_id and period.seq = segment.seq and (segment.seq <> first_seq or n = 1 and is_replaced);
  insert into machine_status_period (machine_id, started_at, ended_at, seq, from_status, status, by, reason, recorded_at, correction_id)
    select machine_id, started_at, ended_at, first_seq + n - 1, from_status, status, by, reason, recorded_at, correction_id
    from (
      select made.*, case n when 1 then before else lag(status) over (partition by machine_id order by n) end as from_status
      from (
        select segment.*, kept.from_status as before, case when is_replaced then new_status else kept.status end as status,
          case when is_new then recorder else kept.by end as by, case when is_new then why else kept.reason end as reason,
          case when is_new then at else kept.recorded_at end as recorded_at, case when is_new then correction else kept.correction_id end as correction_id
        from status_segment segment
        join superseded_status_period kept
          on kept.superseded_by = correction and kept.machine_id = segment.machine_id and kept.seq = segment.seq
        -- Also where a status goes on after the correction.
        cross join lateral (select is_replaced or segment.started_at > kept.started_at as is_new) origin
      ) made
    ) written
    where n > 1 or is_replaced;
  update machine set
    status = log.status, status_since = log.since,
    last_running_time = log.running, suspend_time = log.suspended, repair_time = log.repaired
  from (
    select period.machine_id, max(period.started_at) filter (where period.ended_at is null) as since,
      max(period.status) filter (where period.ended_at is null) as status,
      max(period.started_at) filter (where period.status = 'RUNNING') as running,
      max(period.started_at) filter (where period.status = 'SUSPEND' and period.from_status is distinct from 'SUSPEND') as suspended,
      max(period.started_at) filter (where period.status = 'REPAIR') as repaired
    from machine_status_period period
    where period.machine_id in (select segment.machine_id from status_segment segment)
    group by period.machine_id
  ) log
  where machine.id = log.machine_id;

  return query
    select correction, machine_id,
      floor(extract(epoch from sum(coalesce(ended_at, at) - started_at)) * case when new_status = 'RUNNING' then 1 else -1 end)::bigint
    from status_segment where is_replaced group by machine_id order by machine_id;
end $function$;

CREATE OR REPLACE FUNCTION public.recount_lists()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  lock table machine, electricity_charge, charge_adjustment, hosting_charge, customer in share mode;
  -- After the writers: who folds has these alone.
  lock table machine_tally, may_owe in exclusive mode;
  delete from machine_tally;
  insert into machine_tally select site_id, model_id, status, count(*) from machine group by site_id, model_id, status;
  delete from may_owe;
  insert into may_owe select customer.id, account from customer where id in (select customer_id from owed_fees);
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_approval_of_cancelled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from withdrawal_cancellation where withdrawal_id = new.id) then
    raise exception 'withdrawal % is being cancelled by its customer', new.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_asking_for_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'the staff writes answers, not questions' using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_backdating()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  given constant timestamptz := to_jsonb(new) ->> tg_argv[0];
begin
  if (given is null or given not between clock_timestamp() - interval '5 minutes' and clock_timestamp() + interval '5 minutes')
    and exists (select from installation where mode = 'production') then
    raise exception '% of % may not be %', tg_argv[0], tg_table_name, coalesce(given::text, 'empty') using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_changing_destination()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'what a withdrawal asks for never changes';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_charge_of_closed_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  closed bigint;
begin
  select customer.id into closed from customer where status = 'CLOSED' and id in (select customer_id from fresh) limit 1;
  if found then
    raise exception 'customer % has left and is charged nothing', closed using errcode = 'check_violation';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_claw_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  lacking bigint;
begin
  -- Of two parts at the same time the second one sees the first.
  perform from deposit where id = new.deposit_id for update;
  select amount into lacking from deposit_to_claw_back where id = new.deposit_id
    and exists (select from deposit where deposit.id = new.deposit_id and removals = new.removal);
  if new.amount <= lacking is not true then
    raise exception 'deposit % lacks %, not %', new.deposit_id, coalesce(lacking, 0), new.amount using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_closed_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found_status text;
begin
  select status into found_status from customer where id = new.customer_id for key share;
  if found_status = 'CLOSED' then
    raise exception 'customer % has left', new.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_code_of_staff()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'a code of the staff may not be written by a customers'' process' using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_coins_outside_wallets()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  left_over bigint;
  outside bigint := treasury_outside_wallets(new.coin);
begin
  select coalesce(sum(posted), 0) into left_over from ledger.balance where account = ledger.house_id('TREASURY', new.coin);
  if left_over < outside then
    raise exception '% of TREASURY were put in by hand and are in no wallet, % would be left', outside, left_over
      using errcode = 'check_violation', constraint = 'treasury_pays_from_wallets';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_correction_of_day_elsewhere()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_day_elsewhere(new.about_date) then
    raise exception '% is kept elsewhere: attach its month before it is corrected', new.about_date using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_deposit_of_closed_customer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  found_status text;
begin
  select status into found_status from customer where id = new.customer_id for key share;
  if found_status = 'CLOSED' and not exists (
    select from deposit where (network, txid, output_index) = (new.network, new.txid, new.output_index) and transfer_id is not null) then
    raise exception 'customer % has left: what arrives waits in SUSPENSE', new.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_disabled()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  of_row constant jsonb := to_jsonb(new);
  who text;
begin
  select name into who from staff
  where status = 'DISABLED' and id::text in (of_row ->> 'staff_id', of_row ->> 'approved_by', of_row ->> 'proposed_by', of_row ->> 'decided_by');
  if who is not null and not (tg_table_name = 'staff_proposal' and of_row ->> 'outcome' is not distinct from 'REJECTED') then
    raise exception '% is disabled', who using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_disabled_proposer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from withdrawal_review r join staff s on s.id = r.staff_id
    where r.withdrawal_id = new.withdrawal_id and r.part = 'PROPOSED' and s.status = 'DISABLED') then
    raise exception 'withdrawal % was proposed by a disabled member', new.withdrawal_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_dropping_cold_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'the transaction % is signed, or its file is out', old.txid;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_dropping_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'the payment of withdrawal % is signed', old.withdrawal_id;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_foreign_alert()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'permission denied to raise the alert %', new.kind using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_foreign_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'permission denied to log a move by %', to_jsonb(new) ->> 'by' using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_foreign_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'permission denied to write the step % of withdrawal %', new.step, new.withdrawal_id using errcode = 'insufficient_privilege';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_freeing_nonce()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception 'the nonce % of % is signed for %', old.nonce, old.address_key, old.holder;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_later_terms(day date)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if day::timestamp at time zone 'UTC' > clock_timestamp() + interval '5 minutes' and exists (select from installation where mode = 'production') then
    raise exception 'the terms of % are not due', day using errcode = 'check_violation';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_outlasting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  given constant timestamptz := to_jsonb(new) ->> tg_argv[0];
begin
  if given > clock_timestamp() + tg_argv[1]::interval and exists (select from installation where mode = 'production') then
    raise exception '% of % may not be %', tg_argv[0], tg_table_name, given using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_pool_payment_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from pool_payment where id = new.payment_id and new.date between from_date and to_date) then
    raise exception '% is no day of pool payment %', new.date, new.payment_id using errcode = 'check_violation';
  elsif new.date > last_closed_day('mining') then
    raise exception 'the mining day % is not closed', new.date using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_pool_undo()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.undone or not new.undone
    or (to_jsonb(new) - 'undone') <> (to_jsonb(old) - 'undone')
    or not exists (select from pool_payment where id = old.payment_id and undone_transfer_id is not null) then
    raise exception '% of % is refused: its payment stands', tg_op, tg_table_name;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_postings_before_days(of_month date)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  missing date;
begin
  select days.month into missing
    from sealed_days days
    join ledger.month_seal sealed on sealed.month = of_month
    where days.detached_at is not null and exists (
      select from (
        select (result ->> 'outputTransfer')::bigint as id from day_close_batch
        where kind = 'mining' and stage = 'post' and date >= days.month and date < days.month + interval '1 month'
        union all
        select transfer_id from coin_up_interest_batch where date >= days.month and date < days.month + interval '1 month'
      ) posted where posted.id >= sealed.first_transfer and posted.id < sealed.beyond)
    order by days.month limit 1;
  if found then
    raise exception 'the days of % come back first: some of what was posted for them is of %', missing, of_month using errcode = 'LD005';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_price_of_day_elsewhere()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_day_elsewhere(new.date) and not exists (select from reference_price price where price.coin = new.coin and price.date = new.date) then
    raise exception '% is kept elsewhere: attach its month before it is given a price', new.date using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception '% of % is refused: %', tg_op, tg_table_name, tg_argv[0];
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_rewriting_status_period()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from superseded_status_period kept
    where kept.machine_id = old.machine_id and kept.seq = old.seq and to_jsonb(kept) - 'superseded_by' = to_jsonb(old)
  ) then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'the status log of machine % is not rewritten', old.machine_id using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_staff_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  raise exception '% of %: it is ended or confirmed', tg_op, tg_table_name using errcode = 'check_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_staff_totp()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.last_step < old.last_step
    or current_user <> (select o.rolname from pg_class t join pg_roles o on o.oid = t.relowner where t.oid = tg_relid) then
    raise exception '% of %: it is ended or confirmed', tg_op, tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_suspense_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  state text;
  stands bigint;
begin
  select status into strict state from house_arrival where id = new.arrival_id for update;
  select coalesce(sum(change), 0) into stands from suspense_entry where arrival_id = new.arrival_id;
  if new.kind = 'ARRIVED' and state <> 'POSTED' or new.kind = 'REMOVED' and state <> 'ORPHANED' then
    raise exception 'arrival % is %', new.arrival_id, state using errcode = 'check_violation';
  elsif new.kind = 'SETTLED' and stands + new.change <> 0 then
    raise exception 'arrival % has % in SUSPENSE', new.arrival_id, stands using errcode = 'check_violation';
  elsif new.kind = 'REOPENED' and new.settled_as = 'TREASURY' and (state <> 'POSTED' or stands <> 0) then
    raise exception 'arrival % is % and has % in SUSPENSE', new.arrival_id, state, stands using errcode = 'check_violation';
  elsif new.kind = 'REOPENED' and new.settled_as = 'POOL' and not exists (
      select from pool_payment where arrival_id = new.arrival_id and undone_transfer_id = new.transfer_id and paid = new.change) then
    raise exception 'no pool payment by arrival % is undone by transfer %', new.arrival_id, new.transfer_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_undoing_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if is_bound_login() then
    raise exception '% of % is refused: a change of a password stays one', tg_op, tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unless_sealing()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  callers text;
begin
  get diagnostics callers = pg_context;
  if callers !~ '\m(seal_days|detach_days|attach_days|carry_days_forward)\(' then
    raise exception '% of % is refused: only sealing, detaching and attaching write it', tg_op, tg_table_name;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_withdrawal_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (old.customer_id, old.coin, old.network, old.address, old.address_key, old.amount, old.fee, old.date, old.applied_at, old.transfer_id)
    is distinct from (new.customer_id, new.coin, new.network, new.address, new.address_key, new.amount, new.fee, new.date, new.applied_at, new.transfer_id) then
    raise exception 'what a withdrawal asks for never changes';
  end if;
  if (old.phase, new.phase) not in (
    ('AWAITING_APPROVAL', 'APPROVED'), ('AWAITING_APPROVAL', 'OFFSET'), ('AWAITING_APPROVAL', 'REJECTED'), ('AWAITING_APPROVAL', 'CANCELLED'),
    ('APPROVED', 'SCREENING'), ('APPROVED', 'FAILED'), ('SCREENING', 'SIGNING'), ('SCREENING', 'FAILED'),
    ('SIGNING', 'BROADCAST'), ('SIGNING', 'FAILED'), ('BROADCAST', 'PAID'), ('BROADCAST', 'FAILED')) then
    raise exception 'a withdrawal never moves like this: % to %', old.phase, new.phase;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_write_off_in_transit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  open record;
begin
  select transit.what, transit.id into open
    from deposit, customer_in_transit(deposit.customer_id, deposit.coin) transit where deposit.id = new.deposit_id limit 1;
  if found then
    raise exception 'the customer of deposit % has % % in transit', new.deposit_id, open.what, open.id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_second_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.approved_by is not null and not exists (
    select from staff where id = new.approved_by and role = 'APPROVER' and status = 'ACTIVE') then
    raise exception 'staff % may not approve the removal of a second factor', new.approved_by using errcode = 'check_violation';
  end if;
  perform from second_factor where customer_id = new.customer_id for update;
  if new.passkey_id is not null then
    delete from passkey where id = new.passkey_id and customer_id = new.customer_id;
  elsif new.staff_id is null then
    update second_factor set sealed_secret = null, confirmed_at = null where customer_id = new.customer_id and confirmed_at is not null;
  else
    delete from second_factor f where customer_id = new.customer_id
      and (confirmed_at is not null or exists (select from passkey p where p.customer_id = f.customer_id));
  end if;
  if not found then
    raise exception 'customer % has no such second factor', new.customer_id using errcode = 'check_violation';
  end if;
  -- Recovery codes stand in for a factor: without one they end.
  delete from second_factor f where customer_id = new.customer_id and confirmed_at is null
    and not exists (select from passkey p where p.customer_id = f.customer_id);
  update customer set second_factor_held_until = greatest(second_factor_held_until, new.held_until) where id = new.customer_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.repeat_machine_terms(day date, only_machines bigint[], most integer)
 RETURNS TABLE(machine_id bigint, status text, has_new_owner boolean, at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  day_start constant timestamptz := day::timestamp at time zone 'UTC';
  chosen bigint[];
begin
  perform refuse_later_terms(day);
  -- The versions are read again under the lock: a change that came in between has replaced them.
  chosen := array(
    select id from machine
    where id = any(array(
      select machine_id from machine_terms
      where not applied and effective_from = day and (only_machines is null or machine_id = any(only_machines))
      order by machine_id limit most))
    order by id for update);
  return query
    with due as materialized (
      select terms.*, machine.customer_id as former_owner, machine.status, machine.status_since
      from machine_terms terms join machine on machine.id = terms.machine_id
      where terms.machine_id = any(chosen) and terms.effective_from = day and not terms.applied
    ), marked as (
      update machine_terms terms set applied = true from due
      where terms.machine_id = due.machine_id and terms.effective_from = day
    ), repeated as (
      update machine set
        customer_id = due.customer_id, site_id = due.site_id, tariff_name = due.tariff_name, hashrate = due.hashrate,
        power_watts = due.power_watts, pool_fee_rate = due.pool_fee_rate, hosting_fee_monthly = due.hosting_fee_monthly,
        end_time = due.end_time,
        contract_ended = contract_ended and coalesce(due.end_time <= day_start, false),
        -- What the former owner asked for is not asked for by the new one.
        wanted_status = case when due.customer_id = former_owner then wanted_status end
      from due where machine.id = due.machine_id
    )
    select due.machine_id, due.status, due.customer_id <> former_owner,
      greatest(day_start, due.recorded_at, due.status_since)
    from due order by due.machine_id;
end $function$;

CREATE OR REPLACE FUNCTION public.restore_partition(part regclass, parent regclass, bounds text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  name text;
  schema_name text;
  parent_name text;
  definition text;
  refusal text;
begin
  select format('%I.%I', nspname, relname) into name from pg_class c join pg_namespace n on n.oid = relnamespace where c.oid = part;
  -- What is compared is what is attached.
  execute format('lock table %s in access exclusive mode', name);
  select case
      when relkind <> 'r' or relispartition or reloftype <> 0 then 'is no plain table'
      when relpersistence <> 'p' then 'is not logged: a crash would empty it'
      when exists (select from pg_inherits where part in (inhparent, inhrelid)) then 'inherits or is inherited from'
      when exists (
        select from (select * from pg_attribute where attrelid = part and attnum > 0 and not attisdropped) own
          full join (select * from pg_attribute where attrelid = parent and attnum > 0 and not attisdropped) its using (attname)
        where (own.atttypid, own.atttypmod, own.attcollation, own.attgenerated, own.attidentity)
          is distinct from (its.atttypid, its.atttypmod, its.attcollation, its.attgenerated, its.attidentity)) then 'has other columns'
    end into refusal from pg_class where oid = part;
  if refusal is not null then raise exception '% %', name, refusal using errcode = 'LD005'; end if;
  select nspname, relname into schema_name, parent_name from pg_class c join pg_namespace n on n.oid = relnamespace where c.oid = parent;

  execute format('alter table %s owner to %I', name, (select pg_get_userbyid(relowner) from pg_class where oid = parent));
  execute format('alter table %s disable row level security, no force row level security', name);
  for definition in
    select distinct format('revoke all on %s from %s cascade', name, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)
      from (select relacl from pg_class where oid = part union all select attacl from pg_attribute where attrelid = part) granted (list), aclexplode(list)
      where grantee <> (select relowner from pg_class where oid = part)
    union all
    select format('drop policy %I on %s', polname, name) from pg_policy where polrelid = part
    union all
    select format('drop rule %I on %s', rulename, name) from pg_rewrite where ev_class = part
    union all
    select format('drop trigger %I on %s', tgname, name) from pg_trigger where tgrelid = part and not tgisinternal
    union all
    select format('alter table %s drop constraint %I', name, conname) from pg_constraint own
      where conrelid = part and contype <> 'n' and not exists (
        select from pg_constraint its where its.conrelid = parent and its.contype = own.contype and (its.contype <> 'c' or its.conname = own.conname)
          and pg_get_constraintdef(its.oid) = pg_get_constraintdef(own.oid))
  loop
    execute definition;
  end loop;
  for definition in
    select format('drop index %s', own.indexrelid::regclass) from pg_index own
      where own.indrelid = part and not exists (select from pg_constraint where conindid = own.indexrelid and conrelid = part)
        and not (own.indisvalid and exists (
          select from pg_index its where its.indrelid = parent and its.indisunique = own.indisunique
            and public.index_outline(its.indexrelid) = public.index_outline(own.indexrelid)))
  loop
    execute definition;
  end loop;

  for definition in
    select format('alter table %s alter %I set not null', name, own.attname)
      from pg_attribute own join pg_attribute its on its.attrelid = parent and its.attname = own.attname and its.attnotnull
      where own.attrelid = part and own.attnum > 0 and not own.attnotnull
    union all
    select format('alter table %s add %s %s', name, case its.contype when 'c' then format('constraint %I', its.conname) end, pg_get_constraintdef(its.oid))
      from pg_constraint its
      where its.conrelid = parent and its.contype in ('c', 'p', 'u') and not exists (
        select from pg_constraint own where own.conrelid = part and own.contype = its.contype and (its.contype <> 'c' or its.conname = own.conname))
    union all
    select format('create %s index on %s%s', case when its.indisunique then 'unique' end, name, substring(pg_get_indexdef(its.indexrelid) from ' USING .*'))
      from pg_index its
      where its.indrelid = parent and not exists (select from pg_constraint where conindid = its.indexrelid and conrelid = parent)
        and not exists (
          select from pg_index own where own.indrelid = part and own.indisunique = its.indisunique
            and public.index_outline(own.indexrelid) = public.index_outline(its.indexrelid))
    union all
    select format('alter table %s add constraint is_within_bounds check (%s)', name, bounds)
    union all
    select replace(pg_get_triggerdef(oid), format(' ON %I.%I ', schema_name, parent_name), format(' ON %s ', name))
      from pg_trigger where tgrelid = parent and not tgisinternal and tgtype & 1 = 0
  loop
    execute definition;
  end loop;
exception when check_violation or not_null_violation or unique_violation then
  raise exception '% is not as it was sealed: %', name, sqlerrm using errcode = 'LD005';
end $function$;

CREATE OR REPLACE FUNCTION public.retry_failed_job(job bigint)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  task text;
begin
  select t.identifier into task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.id = job and j.attempts >= j.max_attempts and j.locked_at is null for update of j;
  if task is not null then
    perform from graphile_worker.reschedule_jobs(array[job], run_at := now(), attempts := 0);
  end if;
  return task;
end $function$;

CREATE OR REPLACE FUNCTION public.return_to_manual_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if to_jsonb(old) - 'phase' <> to_jsonb(new) - 'phase' then
    raise exception 'only its state goes back';
  end if;
  if not exists (select from auto_approval where withdrawal_id = new.id and revoked_at is not null)
    or exists (select from withdrawal_review where withdrawal_id = new.id)
    or exists (select from withdrawal_payment where withdrawal_id = new.id) then
    raise exception 'only an unsigned withdrawal that the policy alone approved returns to review';
  end if;
  delete from withdrawal_step where withdrawal_id = new.id and step in ('APPROVED', 'KYT');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.rows_digest(source regclass, listed text, sorted text, dated text, first date, beyond date)
 RETURNS bytea
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO'
 SET bytea_output TO 'hex'
 SET jit TO 'off'
AS $function$
declare
  digest bytea;
begin
  execute format($sql$
    select sha256(coalesce(string_agg(part, '' order by place), '')) from (
      select place / 10000 as place, sha256(string_agg(sha256(convert_to(line, 'UTF8')), '' order by place)) as part from (
        select row_number() over (order by %s) - 1 as place, row(%s)::text as line from %s where %I >= $1 and %I < $2
      ) lines group by place / 10000
    ) parts$sql$, sorted, listed, source, dated, dated) into digest using first, beyond;
  return digest;
end $function$;

CREATE OR REPLACE FUNCTION public.seal_days(wanted date, at timestamp with time zone)
 RETURNS bytea
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  sealed sealed_days;
  before sealed_days;
  last_day constant date := wanted + interval '1 month - 1 day';
  refusal text;
  parent text;
begin
  perform pg_advisory_xact_lock(hashtextextended('seal_days', 0));
  if exists (select from sealed_days where month = wanted) then raise exception 'the days of % are sealed', wanted using errcode = 'LD005'; end if;
  select format('the days of %s are not all closed: %s is closed up to %s', wanted, kind, last_closed_day(kind)) into refusal
    from unnest(array['mining', 'coin-up']) kind where last_closed_day(kind) < last_day limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  if not exists (select from day_close where date between wanted and last_day) then
    raise exception 'no day of % was closed', wanted using errcode = 'LD005';
  end if;
  select * into before from sealed_days where month = wanted - interval '1 month';
  if not found and exists (select from day_close where date < wanted) then
    raise exception 'the days of the month before % are not sealed', wanted using errcode = 'LD005';
  end if;
  select format('%s charges of %s are not paid, the oldest of machine %s on %s', count(*), wanted, (array_agg(machine_no order by date))[1], min(date)) into refusal
    from electricity_charge where owed > 0 and date between wanted and last_day having count(*) > 0;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;
  select format('interest of %s in %s is not paid', date, coin) into refusal
    from coin_up_interest_day where paid_at is null and date between wanted and last_day order by date limit 1;
  if found then raise exception '%', refusal using errcode = 'LD005'; end if;

  foreach parent in array array['machine_output', 'electricity_charge', 'coin_up_interest'] loop
    perform part_of_days(parent, wanted);
  end loop;
  sealed.month := wanted;
  select count(*) into sealed.outputs from machine_output where date between wanted and last_day;
  select count(*) into sealed.charges from electricity_charge where date between wanted and last_day;
  select count(*) into sealed.interests from coin_up_interest where date between wanted and last_day;
  sealed.digest := days_digest('machine_output', 'electricity_charge', 'coin_up_interest', wanted);
  sealed.previous := before.seal;
  sealed.sealed_at := at;
  sealed.seal := seal_of_days(sealed);
  insert into sealed_days select (sealed).*;
  return sealed.seal;
end $function$;

CREATE OR REPLACE FUNCTION public.seal_of_days(sealed sealed_days)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
 SET "DateStyle" TO 'ISO'
AS $function$
  select sha256(convert_to(concat_ws(' ', 'days', sealed.month, sealed.outputs, sealed.charges, sealed.interests, encode(sealed.digest, 'hex'),
    coalesce(encode(sealed.previous, 'hex'), 'first')), 'UTF8'));
$function$;

CREATE OR REPLACE FUNCTION public.second_contact_is_proved()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  subject constant text := format('customer %s to %s', new.customer_id, new.contact);
  own constant text := (select account from customer where id = new.customer_id);
begin
  if not is_contact_proved(new.new_code_id, new.contact, subject, new.at) or not is_contact_proved(new.own_code_id, own, subject, new.at) then
    raise exception 'no used codes prove this second contact' using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.second_factor_stands()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_user = (select o.rolname from pg_class t join pg_roles o on o.oid = t.relowner where t.oid = tg_relid) then
    return new;
  end if;
  if (new.sealed_secret, new.confirmed_at) is distinct from (old.sealed_secret, old.confirmed_at) or new.last_step < old.last_step then
    raise exception 'the second factor of customer % is set: it can only be removed', old.customer_id using errcode = 'check_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.seconds_within(spans tstzmultirange, starts timestamp with time zone, ends timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (COALESCE(floor(sum(EXTRACT(epoch FROM (upper(part.part) - lower(part.part))))), (0)::numeric))::integer AS "coalesce" FROM unnest((seconds_within.spans * tstzmultirange(tstzrange(seconds_within.starts, seconds_within.ends)))) part(part));

CREATE OR REPLACE FUNCTION public.security_hash(previous bytea, number bigint, event security_event)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(previous || convert_to(jsonb_build_array(number, event.id, (extract(epoch from event.at) * 1000000)::bigint, event.kind,
    event.customer_id, event.staff_id, event.detail)::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION public.set_machine_terms(machines bigint[], days date[], patches jsonb[], by text, at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  known constant text[] := '{customer_id,site_id,tariff_name,hashrate,power_watts,pool_fee_rate,hosting_fee_monthly,end_time,on_site_from}';
  first_open constant date := hold_mining_days();
  change record;
  standing machine_terms;
  version machine_terms;
  later machine_terms;
  written int := 0;
begin
  -- Moves of a machine hold its row as well: what they are decided on does not change under them.
  perform from machine where id = any(machines) order by id for update;
  for change in
    select * from unnest(machines, days, patches) as given (machine_id, day, patch) order by machine_id, day
  loop
    if change.day < first_open then
      raise exception 'the close of % has begun', change.day using errcode = 'check_violation';
    end if;
    if not array(select jsonb_object_keys(change.patch)) <@ known then
      raise exception 'terms have no field of that name: %', change.patch using errcode = 'check_violation';
    end if;
    select * into standing from machine_terms terms
      where terms.machine_id = change.machine_id and effective_from <= change.day and effective_to > change.day;
    if not found then
      raise exception 'machine % has no terms on %', change.machine_id, change.day using errcode = 'check_violation';
    end if;
    if change.patch is null then
      delete from machine_terms terms where terms.machine_id = change.machine_id and effective_from = change.day;
      update machine_terms terms set effective_to = standing.effective_to, applied = false
        where terms.machine_id = change.machine_id and effective_to = change.day
        returning * into version;
      if version.machine_id is null then
        raise exception 'no version of machine % begins on % and can be taken back', change.machine_id, change.day
          using errcode = 'check_violation';
      end if;
    else
      version := jsonb_populate_record(standing, change.patch);
      version.effective_from := change.day;
      version.recorded_at := at;
      version.recorded_by := by;
      version.applied := false;
      version.fields := array(
        select distinct field from unnest(
          case when standing.effective_from = change.day then standing.fields else '{}' end || array(select jsonb_object_keys(change.patch))
        ) field order by field);
      if standing.effective_from = change.day then
        delete from machine_terms terms where terms.machine_id = change.machine_id and effective_from = change.day;
      else
        update machine_terms terms set effective_to = change.day
          where terms.machine_id = change.machine_id and effective_from = standing.effective_from;
      end if;
      insert into machine_terms select version.*;
    end if;
    written := written + 1;
    for later in
      select * from machine_terms terms
      where terms.machine_id = change.machine_id and effective_from > change.day order by effective_from
    loop
      later := jsonb_populate_record(later, (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(version))
        where key = any(known) and key <> all(later.fields)));
      -- Also one that stays as it is: it is repeated after the version that now comes before it.
      update machine_terms terms set
        customer_id = later.customer_id, site_id = later.site_id, tariff_name = later.tariff_name, hashrate = later.hashrate,
        power_watts = later.power_watts, pool_fee_rate = later.pool_fee_rate, hosting_fee_monthly = later.hosting_fee_monthly,
        end_time = later.end_time, on_site_from = later.on_site_from, applied = false
        where terms.machine_id = later.machine_id and effective_from = later.effective_from;
      version := later;
    end loop;
  end loop;
  return written;
end $function$;

CREATE OR REPLACE FUNCTION public.set_password_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from installation where mode = 'production') then
    if tg_argv[0] = 'password_changed_at' then
      new.password_changed_at := clock_timestamp();
    else
      new.funds_password_changed_at := clock_timestamp();
    end if;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.setting_at(wanted text, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select value from setting where key = wanted and effective_from <= at order by effective_from desc, version desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.spend_notice(token text, used timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update security_notice set used_at = used
    where event_id = (select event_id from security_notice where token_hash = sha256(convert_to(token, 'UTF8')) and expires_at > used) and used_at is null;
  return found;
end $function$;

CREATE OR REPLACE FUNCTION public.staff_state(of_staff bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
RETURN (SELECT encode(sha256(convert_to((jsonb_build_array(s.name, s.role, s.status, s.password_hash, EXTRACT(epoch FROM s.initial_until), (SELECT encode(t.sealed_secret, 'hex'::text) AS encode FROM staff_totp t WHERE ((t.staff_id = s.id) AND (t.confirmed_at IS NOT NULL))), (SELECT jsonb_agg(jsonb_build_array(p.credential_id, encode(p.public_key, 'hex'::text)) ORDER BY p.id) AS jsonb_agg FROM staff_passkey p WHERE (p.staff_id = s.id)), (SELECT k.public_key FROM approver_key k WHERE (k.staff_id = s.id))))::text, 'UTF8'::name)), 'hex'::text) AS encode FROM staff s WHERE (s.id = staff_state.of_staff));

CREATE OR REPLACE FUNCTION public.tally_machines()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into machine_tally select site_id, model_id, status, count(*) from fresh group by site_id, model_id, status;
  elsif tg_op = 'DELETE' then
    insert into machine_tally select site_id, model_id, status, -count(*) from stale group by site_id, model_id, status;
  else
    insert into machine_tally
      select site_id, model_id, status, sum(n)
      from (select site_id, model_id, status, 1 as n from fresh union all select site_id, model_id, status, -1 from stale) moved
      group by site_id, model_id, status having sum(n) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.treasury_outside_wallets(of_coin text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(coalesce(sum_units(case when credit = ledger.house_id('TREASURY', of_coin) then amount else -amount end), 0), 0)
  from ledger.posting
  where (debit, credit) in (
    (ledger.house_id('CASH', of_coin), ledger.house_id('TREASURY', of_coin)),
    (ledger.house_id('TREASURY', of_coin), ledger.house_id('CASH', of_coin)))
$function$;

CREATE OR REPLACE FUNCTION public.under_previous_pepper()
 RETURNS TABLE(kind text, rows bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select * from (values
    ('login passwords', (select count(*) from customer where not is_under_present_pepper(password_hash))),
    ('funds passwords', (select count(*) from customer where not is_under_present_pepper(funds_password_hash))),
    ('passwords of the staff', (select count(*) from staff where status = 'ACTIVE' and not is_under_present_pepper(password_hash))),
    ('recovery codes', (select count(*) from recovery_code, installation
      where used_at is null and pepper_id is distinct from encode(substr(pepper_fingerprint, 1, 6), 'base64')))
  ) found (kind, rows)
  where exists (select from installation where previous_pepper_fingerprint is not null)
$function$;

CREATE OR REPLACE FUNCTION public.withdrawal_transfer_is(asked withdrawal, transfer bigint, wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (WITH account AS (SELECT CASE WHEN ((asked).customer_id IS NULL) THEN ledger.house_id('TREASURY'::text, (asked).coin) WHEN ((asked).coin = 'BTC'::text) THEN ledger.account_id((asked).customer_id, 'OUTPUT_ACCOUNT'::text, 'BTC'::text) ELSE ledger.account_id((asked).customer_id, 'ELE_ACCOUNT'::text, 'USDT'::text) END AS source, ledger.house_id('WITHDRAWAL_PENDING'::text, (asked).coin) AS pending, ledger.house_id('CUSTODY'::text, (asked).coin) AS custody, ledger.house_id('WITHDRAWAL_FEE_REVENUE'::text, (asked).coin) AS revenue), due(debit, credit, type, amount) AS (SELECT account.source, account.pending, 'WITHDRAW'::text AS "?column?", (withdrawal_transfer_is.asked).amount AS amount FROM account WHERE (withdrawal_transfer_is.wanted = 'WITHDRAW'::text) UNION ALL SELECT account.pending, account.custody, 'WITHDRAWAL_PAID'::text AS text, ((withdrawal_transfer_is.asked).amount - (withdrawal_transfer_is.asked).fee) FROM account WHERE (withdrawal_transfer_is.wanted = 'PAID'::text) UNION ALL SELECT account.pending, account.revenue, 'WITHDRAWAL_FEE'::text AS text, (withdrawal_transfer_is.asked).fee AS fee FROM account WHERE ((withdrawal_transfer_is.wanted = 'PAID'::text) AND ((withdrawal_transfer_is.asked).fee > 0)) UNION ALL SELECT account.pending, account.source, 'WITHDRAW_OFFSET'::text AS text, (withdrawal_transfer_is.asked).amount AS amount FROM account WHERE (withdrawal_transfer_is.wanted = 'OFFSET'::text) UNION ALL SELECT account.pending, account.source, 'WITHDRAW_RETURN'::text AS text, (withdrawal_transfer_is.asked).amount AS amount FROM account WHERE (withdrawal_transfer_is.wanted = ANY (ARRAY['FAILED'::text, 'REJECTED'::text, 'CANCELLED'::text]))), posted(debit, credit, type, amount) AS (SELECT (posting.debit)::bigint AS debit, (posting.credit)::bigint AS credit, (posting.type)::text AS type, (posting.amount)::bigint AS amount FROM ledger.posting WHERE ((posting.transfer_id = withdrawal_transfer_is.transfer) AND (posting.type = ANY (ARRAY['WITHDRAW'::ledger.posting_type, 'WITHDRAW_RETURN'::ledger.posting_type, 'WITHDRAW_OFFSET'::ledger.posting_type, 'WITHDRAWAL_PAID'::ledger.posting_type, 'WITHDRAWAL_FEE'::ledger.posting_type])))) SELECT (NOT (EXISTS ((SELECT due.debit, due.credit, due.type, due.amount FROM due EXCEPT ALL SELECT posted.debit, posted.credit, posted.type, posted.amount FROM posted) UNION ALL (SELECT posted.debit, posted.credit, posted.type, posted.amount FROM posted EXCEPT ALL SELECT due.debit, due.credit, due.type, due.amount FROM due)))));


-- Triggers

CREATE TRIGGER not_deleted BEFORE DELETE OR TRUNCATE ON ledger.balance FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT OR UPDATE ON ledger.balance FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.carried FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT ON ledger.carried FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE CONSTRAINT TRIGGER credit_is_recorded AFTER INSERT ON ledger.credit_to_record DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.check_credit_is_recorded();
CREATE TRIGGER not_deleted BEFORE DELETE OR TRUNCATE ON ledger.day_total FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT OR UPDATE ON ledger.day_total FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE TRIGGER not_deleted BEFORE DELETE OR TRUNCATE ON ledger.day_total_progress FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT OR UPDATE ON ledger.day_total_progress FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE TRIGGER not_deleted BEFORE DELETE OR TRUNCATE ON ledger.hold FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT OR UPDATE ON ledger.hold FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.month FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT ON ledger.month FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE TRIGGER not_deleted BEFORE DELETE OR TRUNCATE ON ledger.month_seal FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT OR UPDATE ON ledger.month_seal FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE CONSTRAINT TRIGGER payment_is_posted AFTER INSERT ON ledger.payment_to_match DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.check_payments_match();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.posting FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT ON ledger.posting FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE CONSTRAINT TRIGGER taking_is_recorded AFTER INSERT ON ledger.taking_to_match DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.check_takings_match();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER key_is_of_its_part BEFORE INSERT ON ledger.transfer FOR EACH ROW EXECUTE FUNCTION ledger.check_key();
CREATE TRIGGER only_by_function BEFORE INSERT ON ledger.transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.transfer_key FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT ON ledger.transfer_key FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE TRIGGER account_nonce_stands BEFORE DELETE ON public.account_nonce FOR EACH ROW WHEN (old.is_signed) EXECUTE FUNCTION refuse_freeing_nonce();
CREATE TRIGGER alert_is_of_its_part BEFORE INSERT ON public.alert FOR EACH ROW WHEN (((new.kind <> 'customer-reported'::text) AND pg_has_role(SESSION_USER, 'lode_public'::name, 'member'::text) AND (NOT pg_has_role(SESSION_USER, 'lode_worker'::name, 'member'::text)) AND (NOT pg_has_role(SESSION_USER, 'lode_staff'::name, 'member'::text)))) EXECUTE FUNCTION refuse_foreign_alert();
CREATE TRIGGER alert_is_of_now BEFORE INSERT ON public.alert FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION refuse_backdating('raised_at');
CREATE TRIGGER approver_key_is_audited AFTER INSERT ON public.approver_key FOR EACH ROW EXECUTE FUNCTION record_approver_key();
CREATE TRIGGER audit_line_of_staff BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION check_audit_line();
CREATE TRIGGER audit_log_is_chained AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION log_staff_action();
CREATE TRIGGER audit_log_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it was done');
CREATE TRIGGER audit_of_active_staff BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_disabled();
CREATE TRIGGER auto_approval_is_allowed BEFORE INSERT ON public.auto_approval FOR EACH ROW EXECUTE FUNCTION check_auto_approval();
CREATE TRIGGER auto_approval_stands BEFORE UPDATE ON public.auto_approval FOR EACH ROW WHEN ((old.revoked_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('it was revoked');
CREATE TRIGGER auto_approval_total BEFORE INSERT ON public.auto_approval FOR EACH ROW EXECUTE FUNCTION add_auto_approval();
CREATE TRIGGER carried_charge_only_by_function BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.carried_charge FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_sealing();
CREATE TRIGGER carried_interest_only_by_function BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.carried_interest FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_sealing();
CREATE TRIGGER carried_output_only_by_function BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.carried_output FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_sealing();
CREATE TRIGGER carried_output_day_only_by_function BEFORE INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.carried_output_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_sealing();
CREATE TRIGGER charge_adjustment_corrects_output AFTER INSERT ON public.charge_adjustment FOR EACH ROW WHEN ((new.adjusted = 'output'::text)) EXECUTE FUNCTION keep_output_correction();
CREATE TRIGGER charge_adjustment_insert_is_credited AFTER INSERT ON public.charge_adjustment REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_corrections_of_worker();
CREATE TRIGGER charge_adjustment_insert_is_worth_it AFTER INSERT ON public.charge_adjustment REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_coins_of_charges('about_date');
CREATE TRIGGER charge_adjustment_insert_matches AFTER INSERT ON public.charge_adjustment REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION match_charges('correction');
CREATE TRIGGER charge_adjustment_insert_takes_output AFTER INSERT ON public.charge_adjustment REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION match_outputs_taken_back();
CREATE TRIGGER charge_adjustment_is_of_day_here BEFORE INSERT ON public.charge_adjustment FOR EACH ROW WHEN ((new.adjusted <> 'hosting'::text)) EXECUTE FUNCTION refuse_correction_of_day_elsewhere();
CREATE TRIGGER charge_adjustment_is_only_paid BEFORE UPDATE ON public.charge_adjustment FOR EACH ROW WHEN (((new.owed > old.owed) OR (new.paid_prepaid < old.paid_prepaid) OR (new.paid_promotion < old.paid_promotion) OR (new.paid_output_usdt < old.paid_output_usdt) OR (new.paid_btc < old.paid_btc) OR (new.paid_eth < old.paid_eth) OR (new.paid_doge < old.paid_doge) OR (new.waived < old.waived))) EXECUTE FUNCTION refuse_rewriting('a charge can only be paid');
CREATE TRIGGER charge_adjustment_is_paid_for AFTER UPDATE ON public.charge_adjustment FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION keep_payment_of_charge('correction', 'about_date');
CREATE TRIGGER charge_adjustment_may_be_owed AFTER INSERT ON public.charge_adjustment REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_new_fees();
CREATE TRIGGER charge_adjustment_may_be_paid AFTER UPDATE ON public.charge_adjustment REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_paid_fees();
CREATE TRIGGER charge_adjustment_update_is_worth_it AFTER UPDATE ON public.charge_adjustment REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_coins_of_charges('about_date');
CREATE TRIGGER charge_adjustment_update_matches AFTER UPDATE ON public.charge_adjustment REFERENCING OLD TABLE AS replaced NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION match_charges('correction');
CREATE TRIGGER coin_up_interest_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.coin_up_interest FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('what was earned on a day is sealed');
CREATE TRIGGER coin_up_interest_batch_is_planned BEFORE INSERT ON public.coin_up_interest_batch FOR EACH ROW EXECUTE FUNCTION keep_interest_batches();
CREATE TRIGGER coin_up_interest_batch_stands BEFORE UPDATE ON public.coin_up_interest_batch FOR EACH ROW WHEN ((old.paid_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('the batch is paid');
CREATE TRIGGER coin_up_interest_day_follows_batches BEFORE INSERT ON public.coin_up_interest_day FOR EACH ROW EXECUTE FUNCTION keep_interest_batches();
CREATE TRIGGER coin_up_interest_day_stands BEFORE UPDATE ON public.coin_up_interest_day FOR EACH ROW WHEN (((old.paid_at IS NOT NULL) OR ((old.funded_at IS NOT NULL) AND ((new.funded_at IS DISTINCT FROM old.funded_at) OR (new.funding_transfer_id IS DISTINCT FROM old.funding_transfer_id))))) EXECUTE FUNCTION refuse_rewriting('a day is funded once and paid once');
CREATE TRIGGER coin_up_order_begins_in_transit BEFORE INSERT ON public.coin_up_order FOR EACH ROW WHEN ((new.account = 'COIN_UP_ACCOUNT'::text)) EXECUTE FUNCTION check_coin_up_order();
CREATE CONSTRAINT TRIGGER coin_up_order_is_paid AFTER INSERT ON public.coin_up_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.account = 'COIN_UP_ACCOUNT'::text)) EXECUTE FUNCTION check_coin_up_position();
CREATE CONSTRAINT TRIGGER coin_up_order_of_interest_is_paid AFTER INSERT ON public.coin_up_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.account = 'INCOME_ACCOUNT'::text) AND is_public_login(SESSION_USER))) EXECUTE FUNCTION check_interest_order();
CREATE TRIGGER coin_up_order_stands BEFORE UPDATE ON public.coin_up_order FOR EACH ROW WHEN ((old.state = 'SUCCESS'::text)) EXECUTE FUNCTION refuse_rewriting('it has arrived');
CREATE TRIGGER no_closed_customer BEFORE INSERT ON public.coin_up_order FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
CREATE CONSTRAINT TRIGGER coin_up_position_is_ordered AFTER INSERT OR UPDATE ON public.coin_up_position DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((new.earning <> 0) OR (new.in_transit_in <> 0) OR (new.in_transit_out <> 0)) AND pg_has_role(SESSION_USER, 'lode_public'::name, 'member'::text) AND (NOT pg_has_role(SESSION_USER, 'lode_worker'::name, 'member'::text)))) EXECUTE FUNCTION check_coin_up_position();
CREATE TRIGGER cold_address_is_allowed BEFORE INSERT ON public.cold_address FOR EACH ROW EXECUTE FUNCTION check_cold_address();
CREATE TRIGGER cold_address_kept BEFORE TRUNCATE ON public.cold_address FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is derived');
CREATE TRIGGER cold_address_stands BEFORE DELETE OR UPDATE ON public.cold_address FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('it is derived');
CREATE TRIGGER cold_payment_kept BEFORE DELETE ON public.cold_payment FOR EACH ROW WHEN ((old.bytes IS NOT NULL)) EXECUTE FUNCTION refuse_dropping_cold_payment();
CREATE TRIGGER cold_payment_stands BEFORE UPDATE ON public.cold_payment FOR EACH ROW WHEN ((((old.bytes IS NOT NULL) AND (new.bytes IS DISTINCT FROM old.bytes)) OR ((old.txid IS NOT NULL) AND (new.txid IS DISTINCT FROM old.txid)))) EXECUTE FUNCTION refuse_rewriting('its bytes may be out');
CREATE TRIGGER cold_refill_is_allowed BEFORE INSERT ON public.cold_transfer FOR EACH ROW WHEN ((new.kind = 'REFILL'::text)) EXECUTE FUNCTION check_refill();
CREATE TRIGGER cold_transfer_of_role BEFORE INSERT ON public.cold_transfer FOR EACH ROW EXECUTE FUNCTION check_cold_transfer_role();
CREATE TRIGGER cold_transfer_stands BEFORE UPDATE ON public.cold_transfer FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) OR ((old.cancelled_at IS DISTINCT FROM new.cancelled_at) AND (old.cancelled_at IS NOT NULL)))) EXECUTE FUNCTION refuse_rewriting('what is over does not move again');
CREATE TRIGGER cold_wallet_is_allowed BEFORE INSERT ON public.cold_wallet FOR EACH ROW EXECUTE FUNCTION check_cold_wallet();
CREATE TRIGGER cold_wallet_kept BEFORE TRUNCATE ON public.cold_wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('a new version replaces it');
CREATE TRIGGER cold_wallet_stands BEFORE DELETE OR UPDATE ON public.cold_wallet FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('a new version replaces it');
CREATE TRIGGER content_hash BEFORE INSERT ON public.content_revision FOR EACH ROW EXECUTE FUNCTION hash_content();
CREATE TRIGGER custody_comparison_is_kept BEFORE TRUNCATE ON public.custody_comparison FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is kept');
CREATE TRIGGER custody_comparison_stands BEFORE DELETE OR UPDATE ON public.custody_comparison FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('it was found once');
CREATE TRIGGER closed_customer_stands BEFORE UPDATE ON public.customer FOR EACH ROW WHEN (((old.status = 'CLOSED'::text) OR (new.status = 'CLOSED'::text))) EXECUTE FUNCTION keep_closed_customer();
CREATE TRIGGER customer_funds_password_has_its_time BEFORE UPDATE ON public.customer FOR EACH ROW WHEN (((new.status <> 'CLOSED'::text) AND (old.funds_password_hash IS NOT NULL) AND (new.funds_password_hash IS DISTINCT FROM old.funds_password_hash) AND (NOT is_rehash(old.funds_password_hash, new.funds_password_hash)))) EXECUTE FUNCTION set_password_time('funds_password_changed_at');
CREATE TRIGGER customer_has_another_account AFTER UPDATE OF account ON public.customer FOR EACH ROW WHEN ((old.account IS DISTINCT FROM new.account)) EXECUTE FUNCTION note_account();
CREATE TRIGGER customer_password_has_its_time BEFORE UPDATE ON public.customer FOR EACH ROW WHEN (((new.status <> 'CLOSED'::text) AND (old.password_hash IS NOT NULL) AND (new.password_hash IS DISTINCT FROM old.password_hash) AND (NOT is_rehash(old.password_hash, new.password_hash)))) EXECUTE FUNCTION set_password_time('password_changed_at');
CREATE TRIGGER customer_password_stays_changed BEFORE UPDATE ON public.customer FOR EACH ROW WHEN (((new.status <> 'CLOSED'::text) AND (((old.password_hash IS NOT NULL) AND (new.password_hash IS NULL)) OR ((old.funds_password_hash IS NOT NULL) AND (new.funds_password_hash IS NULL)) OR ((old.password_changed_at IS NOT NULL) AND ((new.password_changed_at IS NULL) OR (new.password_changed_at < old.password_changed_at))) OR ((old.funds_password_changed_at IS NOT NULL) AND ((new.funds_password_changed_at IS NULL) OR (new.funds_password_changed_at < old.funds_password_changed_at)))))) EXECUTE FUNCTION refuse_undoing_change();
CREATE TRIGGER customer_password_time_is_of_a_change BEFORE UPDATE ON public.customer FOR EACH ROW WHEN ((is_public_login(CURRENT_USER) AND (((new.password_changed_at IS DISTINCT FROM old.password_changed_at) AND ((old.password_hash IS NULL) OR (NOT (new.password_hash IS DISTINCT FROM old.password_hash)))) OR ((new.funds_password_changed_at IS DISTINCT FROM old.funds_password_changed_at) AND ((old.funds_password_hash IS NULL) OR (NOT (new.funds_password_hash IS DISTINCT FROM old.funds_password_hash))))))) EXECUTE FUNCTION refuse_undoing_change();
CREATE TRIGGER tags_of_customer AFTER UPDATE OF tags ON public.customer FOR EACH ROW WHEN ((old.tags IS DISTINCT FROM new.tags)) EXECUTE FUNCTION keep_customer_tags();
CREATE TRIGGER tags_of_new_customer AFTER INSERT ON public.customer FOR EACH ROW WHEN ((new.tags <> '{}'::text[])) EXECUTE FUNCTION keep_customer_tags();
CREATE TRIGGER customer_contact_change_stands BEFORE DELETE OR UPDATE ON public.customer_contact_change FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('a contact was changed');
CREATE TRIGGER customer_contact_is_changed BEFORE INSERT ON public.customer_contact_change FOR EACH ROW EXECUTE FUNCTION change_contact();
CREATE TRIGGER customer_departure_stands BEFORE DELETE OR UPDATE ON public.customer_departure FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('the customer has left');
CREATE TRIGGER customer_leaves AFTER INSERT ON public.customer_departure FOR EACH ROW EXECUTE FUNCTION close_customer();
CREATE TRIGGER customer_departure_rest_stands BEFORE DELETE OR UPDATE ON public.customer_departure_rest FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('the customer has left');
CREATE TRIGGER customer_freeze_is_reported BEFORE INSERT ON public.customer_freeze FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION check_freeze_of_customer();
CREATE TRIGGER customer_message_is_queued AFTER INSERT ON public.customer_message REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION queue_messages();
CREATE TRIGGER customer_second_contact_is_proved BEFORE INSERT ON public.customer_second_contact FOR EACH ROW EXECUTE FUNCTION second_contact_is_proved();
CREATE TRIGGER customer_second_contact_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.customer_second_contact FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('a second contact was proved');
CREATE TRIGGER day_close_stands BEFORE DELETE OR UPDATE ON public.day_close FOR EACH ROW WHEN ((old.closed_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('the day is sealed');
CREATE TRIGGER day_close_batch_stands BEFORE DELETE OR UPDATE ON public.day_close_batch FOR EACH ROW WHEN ((old.finished_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('the batch is finished');
CREATE TRIGGER day_close_order_kept BEFORE DELETE ON public.day_close_order FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('it was ordered');
CREATE TRIGGER day_close_order_stands BEFORE UPDATE ON public.day_close_order FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('it has ended');
CREATE TRIGGER deposit_begins_uncredited BEFORE INSERT ON public.deposit FOR EACH ROW WHEN ((new.transfer_id IS NOT NULL)) EXECUTE FUNCTION check_deposit_transfer();
CREATE TRIGGER deposit_has_its_transfer BEFORE UPDATE ON public.deposit FOR EACH ROW WHEN (((new.transfer_id IS NOT NULL) AND (old.transfer_id IS DISTINCT FROM new.transfer_id))) EXECUTE FUNCTION check_deposit_transfer();
CREATE TRIGGER deposit_is_credited AFTER UPDATE ON public.deposit FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) AND (new.status = 'CREDITED'::text))) EXECUTE FUNCTION message_deposit();
CREATE TRIGGER deposit_is_seen AFTER INSERT ON public.deposit FOR EACH ROW EXECUTE FUNCTION message_deposit();
CREATE TRIGGER deposit_stands BEFORE UPDATE ON public.deposit FOR EACH ROW WHEN ((((old.transfer_id IS NOT NULL) AND (new.transfer_id IS DISTINCT FROM old.transfer_id)) OR (new.removals < old.removals) OR ((old.transfer_id IS NOT NULL) AND ((new.amount <> old.amount) OR (new.customer_id <> old.customer_id) OR (new.address_number <> old.address_number))))) EXECUTE FUNCTION refuse_rewriting('it is credited once');
CREATE TRIGGER no_closed_customer BEFORE INSERT ON public.deposit FOR EACH ROW EXECUTE FUNCTION refuse_deposit_of_closed_customer();
CREATE TRIGGER deposit_address_is_next BEFORE INSERT ON public.deposit_address FOR EACH ROW EXECUTE FUNCTION check_address_number();
CREATE TRIGGER no_closed_customer BEFORE INSERT ON public.deposit_address FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
CREATE TRIGGER deposit_address_floor_is_near BEFORE INSERT ON public.deposit_address_floor FOR EACH ROW EXECUTE FUNCTION check_address_floor();
CREATE TRIGGER deposit_claw_back_is_allowed BEFORE INSERT ON public.deposit_claw_back FOR EACH ROW EXECUTE FUNCTION refuse_claw_back();
CREATE TRIGGER deposit_claw_back_stands BEFORE UPDATE ON public.deposit_claw_back FOR EACH ROW WHEN ((old.return_transfer_id IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('it is returned once');
CREATE TRIGGER deposit_write_off_is_allowed BEFORE INSERT ON public.deposit_write_off FOR EACH ROW EXECUTE FUNCTION refuse_claw_back();
CREATE TRIGGER deposit_write_off_stands BEFORE UPDATE ON public.deposit_write_off FOR EACH ROW WHEN ((old.reversal_transfer_id IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('it is reversed once');
CREATE TRIGGER deposit_write_off_waits BEFORE INSERT ON public.deposit_write_off FOR EACH ROW EXECUTE FUNCTION refuse_write_off_in_transit();
CREATE TRIGGER electricity_account_promotion_is_spent AFTER UPDATE ON public.electricity_account FOR EACH ROW WHEN (((new.promo_remaining <> old.promo_remaining) AND is_public_login(CURRENT_USER))) EXECUTE FUNCTION keep_spent_promotion();
CREATE TRIGGER electricity_charge_insert_is_worth_it AFTER INSERT ON public.electricity_charge REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_coins_of_charges('date');
CREATE TRIGGER electricity_charge_insert_matches AFTER INSERT ON public.electricity_charge REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION match_charges('electricity');
CREATE TRIGGER electricity_charge_is_only_paid BEFORE UPDATE ON public.electricity_charge FOR EACH ROW WHEN (((new.owed > old.owed) OR (new.paid_prepaid < old.paid_prepaid) OR (new.paid_promotion < old.paid_promotion) OR (new.paid_output_usdt < old.paid_output_usdt) OR (new.paid_btc < old.paid_btc) OR (new.paid_eth < old.paid_eth) OR (new.paid_doge < old.paid_doge) OR (new.waived < old.waived))) EXECUTE FUNCTION refuse_rewriting('a charge can only be paid');
CREATE TRIGGER electricity_charge_is_paid_for AFTER UPDATE ON public.electricity_charge FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION keep_payment_of_charge('electricity', 'date');
CREATE TRIGGER electricity_charge_may_be_owed AFTER INSERT ON public.electricity_charge REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_new_fees();
CREATE TRIGGER electricity_charge_may_be_paid AFTER UPDATE ON public.electricity_charge REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_paid_fees();
CREATE TRIGGER electricity_charge_stands_when_paid BEFORE UPDATE ON public.electricity_charge FOR EACH ROW WHEN ((old.owed = 0)) EXECUTE FUNCTION refuse_rewriting('a charge that is paid stands');
CREATE TRIGGER electricity_charge_update_is_worth_it AFTER UPDATE ON public.electricity_charge REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_coins_of_charges('date');
CREATE TRIGGER electricity_charge_update_matches AFTER UPDATE ON public.electricity_charge REFERENCING OLD TABLE AS replaced NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION match_charges('electricity');
CREATE TRIGGER no_closed_customer AFTER INSERT ON public.electricity_charge REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refuse_charge_of_closed_customer();
CREATE TRIGGER electricity_warning_begins AFTER INSERT ON public.electricity_warning FOR EACH ROW WHEN (((new.level < 99) AND (NOT new.owes))) EXECUTE FUNCTION message_low_electricity();
CREATE TRIGGER electricity_warning_falls AFTER UPDATE ON public.electricity_warning FOR EACH ROW WHEN (((new.level < old.level) AND (NOT new.owes))) EXECUTE FUNCTION message_low_electricity();
CREATE TRIGGER funds_password_attempt_is_of_now BEFORE INSERT ON public.funds_password_attempt FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION refuse_backdating('at');
CREATE TRIGGER funds_password_token_ends BEFORE INSERT ON public.funds_password_token FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION refuse_outlasting('expires_at', '1 hour');
CREATE TRIGGER hosting_charge_days_once AFTER INSERT ON public.hosting_charge FOR EACH ROW WHEN ((new.adjustment_id IS NULL)) EXECUTE FUNCTION keep_hosted_days_apart();
CREATE TRIGGER hosting_charge_insert_is_worth_it AFTER INSERT ON public.hosting_charge REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_coins_of_charges('date');
CREATE TRIGGER hosting_charge_insert_matches AFTER INSERT ON public.hosting_charge REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION match_charges('hosting');
CREATE TRIGGER hosting_charge_is_only_paid BEFORE UPDATE ON public.hosting_charge FOR EACH ROW WHEN (((new.owed > old.owed) OR (new.paid_prepaid < old.paid_prepaid) OR (new.paid_output_usdt < old.paid_output_usdt) OR (new.paid_btc < old.paid_btc) OR (new.paid_eth < old.paid_eth) OR (new.paid_doge < old.paid_doge) OR (new.waived < old.waived))) EXECUTE FUNCTION refuse_rewriting('a charge can only be paid');
CREATE TRIGGER hosting_charge_is_paid_for AFTER UPDATE ON public.hosting_charge FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION keep_payment_of_charge('hosting', 'date');
CREATE TRIGGER hosting_charge_may_be_owed AFTER INSERT ON public.hosting_charge REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_new_fees();
CREATE TRIGGER hosting_charge_may_be_paid AFTER UPDATE ON public.hosting_charge REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_paid_fees();
CREATE TRIGGER hosting_charge_update_is_worth_it AFTER UPDATE ON public.hosting_charge REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_coins_of_charges('date');
CREATE TRIGGER hosting_charge_update_matches AFTER UPDATE ON public.hosting_charge REFERENCING OLD TABLE AS replaced NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION match_charges('hosting');
CREATE TRIGGER no_closed_customer AFTER INSERT ON public.hosting_charge REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION refuse_charge_of_closed_customer();
CREATE TRIGGER keep_pepper_fingerprint BEFORE UPDATE OF pepper_fingerprint ON public.installation FOR EACH ROW EXECUTE FUNCTION keep_pepper_fingerprint();
CREATE TRIGGER key_generation_is_allowed BEFORE INSERT ON public.key_generation FOR EACH ROW EXECUTE FUNCTION check_key_generation();
CREATE TRIGGER key_generation_kept BEFORE TRUNCATE ON public.key_generation FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('keys are never taken back');
CREATE TRIGGER key_generation_stands BEFORE DELETE OR UPDATE ON public.key_generation FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('keys are never taken back');
CREATE TRIGGER key_retirement_is_allowed BEFORE INSERT ON public.key_retirement FOR EACH ROW EXECUTE FUNCTION check_key_retirement();
CREATE TRIGGER key_retirement_kept BEFORE TRUNCATE ON public.key_retirement FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it happened');
CREATE TRIGGER key_retirement_stands BEFORE DELETE OR UPDATE ON public.key_retirement FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('it happened');
CREATE TRIGGER login_attempt_is_of_now BEFORE INSERT ON public.login_attempt FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION refuse_backdating('at');
CREATE TRIGGER machine_delete_is_counted AFTER DELETE ON public.machine REFERENCING OLD TABLE AS stale FOR EACH STATEMENT EXECUTE FUNCTION tally_machines();
CREATE TRIGGER machine_has_terms AFTER INSERT ON public.machine REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION insert_first_machine_terms();
CREATE TRIGGER machine_insert_is_counted AFTER INSERT ON public.machine REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION tally_machines();
CREATE CONSTRAINT TRIGGER machine_is_logged AFTER UPDATE ON public.machine DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((is_public_login(SESSION_USER) AND ((new.status IS DISTINCT FROM old.status) OR (new.status_since IS DISTINCT FROM old.status_since)))) EXECUTE FUNCTION check_log_of_machine('id');
CREATE TRIGGER machine_moves_by_customer BEFORE UPDATE ON public.machine FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION check_move_of_customer();
CREATE TRIGGER machine_update_is_counted AFTER UPDATE ON public.machine REFERENCING OLD TABLE AS stale NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION tally_machines();
CREATE TRIGGER no_closed_customer BEFORE INSERT ON public.machine FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
CREATE TRIGGER machine_import_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.machine_import FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('the file was brought in');
CREATE TRIGGER machine_output_adds_up AFTER INSERT ON public.machine_output REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION add_to_output_total();
CREATE TRIGGER machine_output_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.machine_output FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('an output is corrected by charge:adjust');
CREATE TRIGGER machine_status_period_begins_in_open_days AFTER INSERT ON public.machine_status_period REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_begun_days_of_status();
CREATE TRIGGER machine_status_period_ends_in_open_days AFTER UPDATE ON public.machine_status_period REFERENCING OLD TABLE AS gone NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_begun_days_of_status();
CREATE TRIGGER machine_status_period_goes_in_open_days AFTER DELETE ON public.machine_status_period REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_begun_days_of_status();
CREATE TRIGGER machine_status_period_goes_on AFTER INSERT ON public.machine_status_period FOR EACH ROW WHEN ((pg_has_role(SESSION_USER, 'lode_public'::name, 'member'::text) AND (NOT pg_has_role(SESSION_USER, 'lode_worker'::name, 'member'::text)) AND (NOT pg_has_role(SESSION_USER, 'lode_staff'::name, 'member'::text)))) EXECUTE FUNCTION continue_status_log();
CREATE TRIGGER machine_status_period_has_message AFTER INSERT ON public.machine_status_period REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION message_machine_stops();
CREATE TRIGGER machine_status_period_is_kept BEFORE DELETE ON public.machine_status_period FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_status_period();
CREATE TRIGGER machine_status_period_is_of_its_part BEFORE INSERT ON public.machine_status_period FOR EACH ROW WHEN (((new.by <> ALL (ARRAY['customer'::text, 'clock'::text, 'payment'::text])) AND is_public_login(CURRENT_USER))) EXECUTE FUNCTION refuse_foreign_move();
CREATE CONSTRAINT TRIGGER machine_status_period_is_of_machine AFTER INSERT OR UPDATE ON public.machine_status_period DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (is_public_login(SESSION_USER)) EXECUTE FUNCTION check_log_of_machine('machine_id');
CREATE TRIGGER machine_status_period_kept BEFORE TRUNCATE ON public.machine_status_period FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('the status log is kept');
CREATE TRIGGER machine_status_period_written_once BEFORE UPDATE ON public.machine_status_period FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) OR ((to_jsonb(old.*) - 'ended_at'::text) <> (to_jsonb(new.*) - 'ended_at'::text)))) EXECUTE FUNCTION refuse_rewriting_status_period();
CREATE TRIGGER machine_terms_apart AFTER INSERT ON public.machine_terms REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_terms_apart();
CREATE TRIGGER machine_terms_are_kept BEFORE DELETE ON public.machine_terms FOR EACH ROW EXECUTE FUNCTION keep_version_of_begun_day();
CREATE TRIGGER machine_terms_in_open_days AFTER INSERT ON public.machine_terms REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_begun_days_of_terms();
CREATE TRIGGER machine_terms_kept BEFORE TRUNCATE ON public.machine_terms FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('terms of past days stand');
CREATE TRIGGER machine_terms_stand BEFORE UPDATE ON public.machine_terms FOR EACH ROW EXECUTE FUNCTION keep_terms_of_begun_day();
CREATE TRIGGER machine_terms_stay_apart AFTER UPDATE ON public.machine_terms REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_terms_apart();
CREATE TRIGGER no_closed_customer BEFORE INSERT ON public.machine_terms FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
CREATE TRIGGER no_closed_former_owner BEFORE UPDATE ON public.machine_terms FOR EACH ROW WHEN (((new.effective_to > old.effective_to) AND ((new.end_time IS NULL) OR (new.end_time > ((old.effective_to)::timestamp without time zone AT TIME ZONE 'UTC'::text))))) EXECUTE FUNCTION refuse_closed_customer();
CREATE TRIGGER no_closed_owner BEFORE UPDATE ON public.machine_terms FOR EACH ROW WHEN ((old.customer_id <> new.customer_id)) EXECUTE FUNCTION refuse_closed_customer();
CREATE TRIGGER network_day_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.network_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('a network day is imported once');
CREATE TRIGGER one_time_code_ends BEFORE INSERT ON public.one_time_code FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION refuse_outlasting('expires_at', '1 hour');
CREATE TRIGGER one_time_code_is_of_its_part BEFORE INSERT OR UPDATE ON public.one_time_code FOR EACH ROW WHEN (((new.scene = 'CHANGE_CONTACT'::text) AND is_public_login(CURRENT_USER))) EXECUTE FUNCTION refuse_code_of_staff();
CREATE TRIGGER one_time_code_is_of_now BEFORE INSERT ON public.one_time_code FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION refuse_backdating('sent_at');
CREATE TRIGGER outage_credit_stands BEFORE DELETE OR UPDATE ON public.outage_credit FOR EACH ROW WHEN ((old.finished_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('it is credited');
CREATE TRIGGER outage_credit_batch_stands BEFORE DELETE OR UPDATE ON public.outage_credit_batch FOR EACH ROW WHEN ((old.finished_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('the batch is finished');
CREATE TRIGGER outage_credit_omission_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.outage_credit_omission FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('the batch is finished');
CREATE TRIGGER passkey_stands BEFORE UPDATE ON public.passkey FOR EACH ROW EXECUTE FUNCTION passkey_stands();
CREATE TRIGGER passkeys_are_limited BEFORE INSERT ON public.passkey FOR EACH ROW EXECUTE FUNCTION limit_passkeys();
CREATE TRIGGER passkey_challenge_ends BEFORE INSERT ON public.passkey_challenge FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION refuse_outlasting('expires_at', '1 hour');
CREATE TRIGGER passkey_challenge_stands BEFORE UPDATE ON public.passkey_challenge FOR EACH ROW EXECUTE FUNCTION passkey_challenge_stands();
CREATE TRIGGER pool_payment_kept BEFORE TRUNCATE ON public.pool_payment FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is posted');
CREATE TRIGGER pool_payment_stands BEFORE UPDATE ON public.pool_payment FOR EACH ROW WHEN (((old.undone_transfer_id IS NOT NULL) OR ((((((((((new.id IS DISTINCT FROM old.id) OR (new.coin IS DISTINCT FROM old.coin)) OR (new.from_date IS DISTINCT FROM old.from_date)) OR (new.to_date IS DISTINCT FROM old.to_date)) OR (new.arrival_id IS DISTINCT FROM old.arrival_id)) OR (new.paid IS DISTINCT FROM old.paid)) OR (new.expected IS DISTINCT FROM old.expected)) OR (new.variance_reason IS DISTINCT FROM old.variance_reason)) OR (new.transfer_id IS DISTINCT FROM old.transfer_id)) OR (new.paid_at IS DISTINCT FROM old.paid_at)))) EXECUTE FUNCTION refuse_rewriting('it is posted, and undone once');
CREATE TRIGGER pool_payment_stays BEFORE DELETE ON public.pool_payment FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('it is posted');
CREATE TRIGGER pool_payment_correction_kept BEFORE TRUNCATE ON public.pool_payment_correction FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is counted');
CREATE TRIGGER pool_payment_correction_stands BEFORE UPDATE ON public.pool_payment_correction FOR EACH ROW EXECUTE FUNCTION refuse_pool_undo();
CREATE TRIGGER pool_payment_correction_stays BEFORE DELETE ON public.pool_payment_correction FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('it is counted');
CREATE TRIGGER pool_payment_day_is_allowed BEFORE INSERT ON public.pool_payment_day FOR EACH ROW EXECUTE FUNCTION refuse_pool_payment_day();
CREATE TRIGGER pool_payment_day_kept BEFORE TRUNCATE ON public.pool_payment_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is paid');
CREATE TRIGGER pool_payment_day_stands BEFORE UPDATE ON public.pool_payment_day FOR EACH ROW EXECUTE FUNCTION refuse_pool_undo();
CREATE TRIGGER pool_payment_day_stays BEFORE DELETE ON public.pool_payment_day FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('it is paid');
CREATE TRIGGER pool_report_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.pool_report FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('a pool report is imported once');
CREATE TRIGGER reference_price_is_of_day_here BEFORE INSERT ON public.reference_price FOR EACH ROW EXECUTE FUNCTION refuse_price_of_day_elsewhere();
CREATE TRIGGER reference_price_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reference_price FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('a price is fixed once');
CREATE TRIGGER repair_note_fits_ticket BEFORE INSERT ON public.repair_note FOR EACH ROW EXECUTE FUNCTION check_repair_note();
CREATE TRIGGER repair_note_is_kept BEFORE TRUNCATE ON public.repair_note FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is kept');
CREATE TRIGGER repair_note_stands BEFORE DELETE OR UPDATE ON public.repair_note FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('a note is written once');
CREATE TRIGGER repair_ticket_ends BEFORE UPDATE ON public.repair_ticket FOR EACH ROW EXECUTE FUNCTION check_repair_ticket();
CREATE TRIGGER repair_ticket_is_kept BEFORE TRUNCATE ON public.repair_ticket FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is kept');
CREATE TRIGGER repair_ticket_stays BEFORE DELETE ON public.repair_ticket FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('a repair is kept');
CREATE TRIGGER request_count_is_of_its_part BEFORE INSERT OR DELETE OR UPDATE ON public.request_count FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION keep_count_of_requests();
CREATE TRIGGER sealed_days_only_by_function BEFORE INSERT OR UPDATE ON public.sealed_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_unless_sealing();
CREATE TRIGGER sealed_days_stand BEFORE DELETE OR TRUNCATE ON public.sealed_days FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('a seal stands');
CREATE TRIGGER second_factor_stands BEFORE UPDATE ON public.second_factor FOR EACH ROW WHEN ((old.confirmed_at IS NOT NULL)) EXECUTE FUNCTION second_factor_stands();
CREATE TRIGGER second_factor_is_removed BEFORE INSERT ON public.second_factor_removal FOR EACH ROW EXECUTE FUNCTION remove_second_factor();
CREATE TRIGGER second_factor_removal_begins_now BEFORE INSERT ON public.second_factor_removal FOR EACH ROW EXECUTE FUNCTION refuse_backdating('removed_at');
CREATE TRIGGER second_factor_removal_stands BEFORE DELETE OR UPDATE ON public.second_factor_removal FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('a second factor was removed');
CREATE TRIGGER security_check_run_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_check_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it was found');
CREATE TRIGGER security_event_has_message AFTER INSERT ON public.security_event REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION message_security_events();
CREATE TRIGGER security_event_is_chained AFTER INSERT ON public.security_event REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION await_chaining();
CREATE TRIGGER security_event_is_of_its_part BEFORE INSERT ON public.security_event FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION check_event_of_customers();
CREATE TRIGGER security_event_is_of_now BEFORE INSERT ON public.security_event FOR EACH ROW WHEN (((((new.at >= (clock_timestamp() - '00:05:00'::interval)) AND (new.at <= (clock_timestamp() + '00:05:00'::interval))) IS NOT TRUE) AND is_public_login(CURRENT_USER))) EXECUTE FUNCTION refuse_backdating('at');
CREATE TRIGGER security_event_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it happened');
CREATE TRIGGER security_link_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.security_link FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is chained');
CREATE TRIGGER no_closed_customer BEFORE INSERT ON public.session FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
CREATE TRIGGER session_begins_now BEFORE INSERT ON public.session FOR EACH ROW WHEN ((((new.created_at >= (clock_timestamp() - '00:05:00'::interval)) AND (new.created_at <= (clock_timestamp() + '00:05:00'::interval))) IS NOT TRUE)) EXECUTE FUNCTION refuse_backdating('created_at');
CREATE TRIGGER session_ends BEFORE INSERT ON public.session FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION refuse_outlasting('expires_at', '400 days');
CREATE TRIGGER session_stays_ended BEFORE UPDATE ON public.session FOR EACH ROW WHEN (((old.revoked_at IS NOT NULL) AND (new.revoked_at IS DISTINCT FROM old.revoked_at))) EXECUTE FUNCTION refuse_rewriting('it has ended');
CREATE TRIGGER signer_journal_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.signer_journal FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('where the signer''s journal was is never rewritten');
CREATE TRIGGER spent_challenge_ends BEFORE INSERT ON public.spent_challenge FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION refuse_outlasting('expires_at', '1 hour');
CREATE TRIGGER proposal_of_active_staff BEFORE INSERT OR UPDATE ON public.staff_proposal FOR EACH ROW EXECUTE FUNCTION refuse_disabled();
CREATE TRIGGER staff_proposal_stands BEFORE DELETE OR UPDATE ON public.staff_proposal FOR EACH ROW WHEN ((old.outcome IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('it is decided');
CREATE TRIGGER staff_session_stays_ended BEFORE UPDATE ON public.staff_session FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION refuse_staff_row();
CREATE TRIGGER staff_totp_stands BEFORE UPDATE ON public.staff_totp FOR EACH ROW WHEN (((old.confirmed_at IS NOT NULL) AND ((new.sealed_secret <> old.sealed_secret) OR (new.last_step < old.last_step)))) EXECUTE FUNCTION refuse_staff_totp();
CREATE TRIGGER status_correction_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.status_correction FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('a correction of the status log stands');
CREATE TRIGGER superseded_status_period_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.superseded_status_period FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is the evidence of a correction');
CREATE TRIGGER support_message_fits_thread BEFORE INSERT ON public.support_message FOR EACH ROW EXECUTE FUNCTION check_support_message();
CREATE TRIGGER support_message_is_of_now BEFORE INSERT ON public.support_message FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION refuse_backdating('at');
CREATE TRIGGER support_message_of_staff_is_an_answer BEFORE INSERT ON public.support_message FOR EACH ROW WHEN (((new.staff_id IS NULL) AND pg_has_role(CURRENT_USER, 'lode_staff'::name, 'member'::text) AND (NOT pg_has_role(CURRENT_USER, 'lode_public'::name, 'member'::text)))) EXECUTE FUNCTION refuse_asking_for_customer();
CREATE TRIGGER support_thread_begins_now BEFORE INSERT ON public.support_thread FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION refuse_backdating('opened_at');
CREATE TRIGGER support_thread_is_asked_in BEFORE INSERT OR UPDATE ON public.support_thread FOR EACH ROW WHEN (is_public_login(CURRENT_USER)) EXECUTE FUNCTION check_thread_of_customer();
CREATE TRIGGER suspense_entry_is_allowed BEFORE INSERT ON public.suspense_entry FOR EACH ROW EXECUTE FUNCTION refuse_suspense_entry();
CREATE TRIGGER suspense_entry_kept BEFORE TRUNCATE ON public.suspense_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is posted');
CREATE TRIGGER suspense_entry_stands BEFORE DELETE OR UPDATE ON public.suspense_entry FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('it is posted');
CREATE TRIGGER sweep_stands BEFORE UPDATE ON public.sweep FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) OR ((((old.kind IS DISTINCT FROM new.kind) OR (old.address_number IS DISTINCT FROM new.address_number)) OR (old.house_number IS DISTINCT FROM new.house_number)) OR (old.amount IS DISTINCT FROM new.amount)))) EXECUTE FUNCTION refuse_rewriting('what is over does not move again');
CREATE TRIGGER sweep_payment_stands BEFORE UPDATE ON public.sweep_payment FOR EACH ROW WHEN (((old.unsigned <> new.unsigned) OR ((old.txid IS NOT NULL) AND ((new.txid IS DISTINCT FROM old.txid) OR (new.bytes IS DISTINCT FROM old.bytes))))) EXECUTE FUNCTION refuse_rewriting('its bytes may be out');
CREATE TRIGGER tariff_in_open_days AFTER INSERT ON public.tariff REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION keep_begun_days_of_tariffs();
CREATE TRIGGER tariff_kept BEFORE TRUNCATE ON public.tariff FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('tariffs of past days stand');
CREATE TRIGGER tariff_stands BEFORE DELETE OR UPDATE ON public.tariff FOR EACH ROW EXECUTE FUNCTION keep_version_of_begun_day();
CREATE TRIGGER treasury_by_hand_kept BEFORE TRUNCATE ON public.treasury_by_hand FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is posted');
CREATE TRIGGER treasury_by_hand_stands BEFORE DELETE OR UPDATE ON public.treasury_by_hand FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('it is posted');
CREATE TRIGGER treasury_destination_is_allowed BEFORE INSERT ON public.treasury_destination FOR EACH ROW EXECUTE FUNCTION check_treasury_destination();
CREATE TRIGGER treasury_destination_stands BEFORE UPDATE ON public.treasury_destination FOR EACH ROW WHEN ((old.removed_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('it is removed');
CREATE TRIGGER no_closed_customer BEFORE INSERT ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
CREATE TRIGGER treasury_payment_is_allowed BEFORE INSERT ON public.withdrawal FOR EACH ROW WHEN ((new.destination_id IS NOT NULL)) EXECUTE FUNCTION check_treasury_payment();
CREATE TRIGGER treasury_payment_is_approved BEFORE UPDATE ON public.withdrawal FOR EACH ROW WHEN (((new.destination_id IS NOT NULL) AND (old.phase = 'AWAITING_APPROVAL'::text) AND (new.phase = 'APPROVED'::text))) EXECUTE FUNCTION check_treasury_payment();
CREATE TRIGGER treasury_payment_is_in_wallets BEFORE INSERT ON public.withdrawal FOR EACH ROW WHEN ((new.destination_id IS NOT NULL)) EXECUTE FUNCTION refuse_coins_outside_wallets();
CREATE TRIGGER withdrawal_begins_now BEFORE INSERT ON public.withdrawal FOR EACH ROW WHEN ((((new.applied_at >= (clock_timestamp() - '00:05:00'::interval)) AND (new.applied_at <= (clock_timestamp() + '00:05:00'::interval))) IS NOT TRUE)) EXECUTE FUNCTION refuse_backdating('applied_at');
CREATE TRIGGER withdrawal_has_a_number BEFORE INSERT ON public.withdrawal FOR EACH ROW EXECUTE FUNCTION number_withdrawal();
CREATE TRIGGER withdrawal_has_its_end BEFORE UPDATE ON public.withdrawal FOR EACH ROW WHEN ((old.end_transfer_id IS DISTINCT FROM new.end_transfer_id)) EXECUTE FUNCTION check_withdrawal_transfer();
CREATE TRIGGER withdrawal_has_its_transfer AFTER INSERT ON public.withdrawal REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION check_withdrawals_taken();
CREATE TRIGGER withdrawal_is_approved BEFORE UPDATE ON public.withdrawal FOR EACH ROW WHEN (((old.phase = 'AWAITING_APPROVAL'::text) AND (new.phase = 'APPROVED'::text))) EXECUTE FUNCTION check_approved();
CREATE TRIGGER withdrawal_is_made_with_its_end BEFORE INSERT ON public.withdrawal FOR EACH ROW WHEN ((new.end_transfer_id IS NOT NULL)) EXECUTE FUNCTION check_withdrawal_transfer();
CREATE TRIGGER withdrawal_is_not_being_cancelled BEFORE UPDATE ON public.withdrawal FOR EACH ROW WHEN (((old.phase = 'AWAITING_APPROVAL'::text) AND (new.phase = 'APPROVED'::text))) EXECUTE FUNCTION refuse_approval_of_cancelled();
CREATE TRIGGER withdrawal_keeps_destination BEFORE UPDATE ON public.withdrawal FOR EACH ROW WHEN ((old.destination_id IS DISTINCT FROM new.destination_id)) EXECUTE FUNCTION refuse_changing_destination();
CREATE TRIGGER withdrawal_moves BEFORE UPDATE ON public.withdrawal FOR EACH ROW WHEN ((NOT ((old.phase = 'SIGNING'::text) AND (new.phase = 'AWAITING_APPROVAL'::text)))) EXECUTE FUNCTION refuse_withdrawal_move();
CREATE TRIGGER withdrawal_number_stands BEFORE UPDATE ON public.withdrawal FOR EACH ROW WHEN ((old.number IS DISTINCT FROM new.number)) EXECUTE FUNCTION refuse_rewriting('its number stands');
CREATE TRIGGER withdrawal_returns_to_manual_review BEFORE UPDATE ON public.withdrawal FOR EACH ROW WHEN (((old.phase = 'SIGNING'::text) AND (new.phase = 'AWAITING_APPROVAL'::text))) EXECUTE FUNCTION return_to_manual_review();
CREATE TRIGGER no_closed_customer BEFORE INSERT ON public.withdrawal_address FOR EACH ROW EXECUTE FUNCTION refuse_closed_customer();
CREATE TRIGGER withdrawal_address_begins_now BEFORE INSERT ON public.withdrawal_address FOR EACH ROW EXECUTE FUNCTION refuse_backdating('added_at');
CREATE TRIGGER withdrawal_export_stands BEFORE UPDATE ON public.withdrawal_export FOR EACH ROW WHEN ((((((((old.withdrawal_id IS DISTINCT FROM new.withdrawal_id) OR (old.txid IS DISTINCT FROM new.txid)) OR (old.unsigned IS DISTINCT FROM new.unsigned)) OR (old.outpoints IS DISTINCT FROM new.outpoints)) OR (old.since_height IS DISTINCT FROM new.since_height)) OR (old.exported_at IS DISTINCT FROM new.exported_at)) OR (old.abandoned_at IS NOT NULL))) EXECUTE FUNCTION refuse_rewriting('its file may be out');
CREATE TRIGGER withdrawal_note_is_kept BEFORE TRUNCATE ON public.withdrawal_note FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('it is kept');
CREATE TRIGGER withdrawal_note_stands BEFORE DELETE OR UPDATE ON public.withdrawal_note FOR EACH ROW EXECUTE FUNCTION refuse_rewriting('it was written once');
CREATE TRIGGER withdrawal_payment_keeps_its_batch BEFORE UPDATE ON public.withdrawal_payment FOR EACH ROW WHEN ((((old.lead_id IS DISTINCT FROM new.lead_id) OR (old.output_index IS DISTINCT FROM new.output_index)) OR (old.fee_share IS DISTINCT FROM new.fee_share))) EXECUTE FUNCTION refuse_rewriting('it is of its batch');
CREATE TRIGGER withdrawal_payment_kept BEFORE DELETE ON public.withdrawal_payment FOR EACH ROW WHEN ((old.txid IS NOT NULL)) EXECUTE FUNCTION refuse_dropping_payment();
CREATE CONSTRAINT TRIGGER withdrawal_payment_leaves_no_batch AFTER DELETE ON public.withdrawal_payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.lead_id IS NOT NULL)) EXECUTE FUNCTION batch_is_whole();
CREATE TRIGGER withdrawal_payment_one_chain BEFORE INSERT ON public.withdrawal_payment FOR EACH ROW EXECUTE FUNCTION payment_has_one_chain();
CREATE TRIGGER withdrawal_payment_stands BEFORE UPDATE ON public.withdrawal_payment FOR EACH ROW WHEN (((old.unsigned <> new.unsigned) OR ((old.txid IS NOT NULL) AND ((new.txid IS DISTINCT FROM old.txid) OR (new.bytes IS DISTINCT FROM old.bytes))))) EXECUTE FUNCTION refuse_rewriting('its bytes may be out');
CREATE CONSTRAINT TRIGGER withdrawal_payment_whole_batch AFTER INSERT OR UPDATE OF txid ON public.withdrawal_payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.lead_id IS NOT NULL)) EXECUTE FUNCTION batch_is_whole();
CREATE TRIGGER review_of_active_proposer BEFORE INSERT ON public.withdrawal_review FOR EACH ROW WHEN ((new.part = 'APPROVED'::text)) EXECUTE FUNCTION refuse_disabled_proposer();
CREATE TRIGGER withdrawal_review_is_allowed BEFORE INSERT ON public.withdrawal_review FOR EACH ROW EXECUTE FUNCTION check_review();
CREATE TRIGGER withdrawal_step_has_message AFTER INSERT ON public.withdrawal_step REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION message_withdrawal_steps();
CREATE TRIGGER withdrawal_step_is_of_its_part BEFORE INSERT ON public.withdrawal_step FOR EACH ROW WHEN (((new.step <> 'APPLIED'::text) AND is_public_login(CURRENT_USER))) EXECUTE FUNCTION refuse_foreign_step();
CREATE TRIGGER withdrawal_step_is_of_now BEFORE INSERT ON public.withdrawal_step FOR EACH ROW WHEN ((((new.at >= (clock_timestamp() - '00:05:00'::interval)) AND (new.at <= (clock_timestamp() + '00:05:00'::interval))) IS NOT TRUE)) EXECUTE FUNCTION refuse_backdating('at');

-- What each role may do

grant execute on add_job(text,json,text,integer) to lode_public;
grant execute on add_jobs(text,json[]) to lode_public;
grant insert (kind), insert (message), insert (raised_at), insert (resolved_at), insert (subject), select (id), select (kind), select (resolved_at), select (subject) on alert to lode_public;
grant select on carried_charge to lode_public;
grant select on carried_interest to lode_public;
grant select on carried_output to lode_public;
grant select on carried_output_day to lode_public;
grant select on chain_watcher to lode_public;
grant select, update (owed), update (paid_btc), update (paid_doge), update (paid_eth), update (paid_output_usdt), update (paid_prepaid), update (paid_promotion) on charge_adjustment to lode_public;
grant select on closed_deposit_address to lode_public;
grant execute on coin_up_day(date) to lode_public;
grant select on coin_up_interest to lode_public;
grant select on coin_up_interest_day to lode_public;
grant insert (account), insert (amount), insert (arrival_date), insert (coin), insert (completed_at), insert (completed_day), insert (customer_id), insert (date), insert (direction), insert (requested_at), insert (state), select on coin_up_order to lode_public;
grant insert, select, update (earning), update (in_transit_in), update (in_transit_out) on coin_up_position to lode_public;
grant select on content_image to lode_public;
grant execute on content_in_force(text,timestamp with time zone) to lode_public;
grant select on content_revision to lode_public;
grant select on corrected_charge to lode_public;
grant select on corrected_output to lode_public;
grant select, update (funds_password_changed_at), update (funds_password_hash), update (password_changed_at), update (password_hash) on customer to lode_public;
grant select on customer_contacts to lode_public;
grant select on customer_device to lode_public;
grant insert (customer_id), insert (deposit_id), insert (frozen_at), insert (lifted_at), insert (reason), select on customer_freeze to lode_public;
grant select on customer_guard to lode_public;
grant execute on customer_in_transit(bigint,text) to lode_public;
grant select, update (read_at) on customer_message to lode_public;
grant select on day_close to lode_public;
grant select on day_close_batch to lode_public;
grant select on deposit to lode_public;
grant insert, select on deposit_address to lode_public;
grant select on deposit_address_floor to lode_public;
grant execute on earned_revenue(text) to lode_public;
grant insert (customer_id), insert (pay_mode), select, update (pay_mode), update (promo_remaining) on electricity_account to lode_public;
grant select, update (owed), update (paid_btc), update (paid_doge), update (paid_eth), update (paid_output_usdt), update (paid_prepaid), update (paid_promotion) on electricity_charge to lode_public;
grant select on exchange_rate to lode_public;
grant insert, select on forced_notice_confirmation to lode_public;
grant delete, insert (at), insert (customer_id), insert (failed), select, update (failed) on funds_password_attempt to lode_public;
grant delete, insert, select, update (used_at) on funds_password_token to lode_public;
grant execute on hold_coin_up_day(date) to lode_public;
grant execute on hold_mining_days() to lode_public;
grant select, update (owed), update (paid_at), update (paid_btc), update (paid_doge), update (paid_eth), update (paid_output_usdt), update (paid_prepaid) on hosting_charge to lode_public;
grant select on house_address to lode_public;
grant select, update (pepper_fingerprint) on installation to lode_public;
grant execute on is_address_key(text,text) to lode_public;
grant execute on is_day_elsewhere(date) to lode_public;
grant execute on is_in_audience(text,bigint) to lode_public;
grant execute on is_job_waiting(text) to lode_public;
grant execute on is_mining_day_begun(date) to lode_public;
grant execute on is_public_login(name) to lode_public;
grant execute on is_rehash(text,text) to lode_public;
grant select on key_generation to lode_public;
grant execute on last_closed_day(text) to lode_public;
grant execute on ledger.account_id(bigint,text,text) to lode_public;
grant select on ledger.balance to lode_public;
grant select on ledger.carried to lode_public;
grant execute on ledger.coin_number(text) to lode_public;
grant execute on ledger.coin_of(bigint) to lode_public;
grant select on ledger.customer_balance to lode_public;
grant execute on ledger.customer_of(bigint) to lode_public;
grant select on ledger.entry to lode_public;
grant select on ledger.hold to lode_public;
grant execute on ledger.house_id(text,text) to lode_public;
grant execute on ledger.is_customer_account(bigint,text,text) to lode_public;
grant execute on ledger.is_in_coin(bigint,text) to lode_public;
grant execute on ledger.is_stored(bigint) to lode_public;
grant execute on ledger.lock_balances(bigint[]) to lode_public;
grant select on ledger.month to lode_public;
grant select on ledger.month_seal to lode_public;
grant execute on ledger.name_of(bigint) to lode_public;
grant execute on ledger.place_hold(text,bigint,bigint,text,timestamp with time zone) to lode_public;
grant execute on ledger.post_batch(text,bytea,text,date,timestamp with time zone,bigint[],bigint[],ledger.posting_type[],bigint[],date[],bigint[]) to lode_public;
grant execute on ledger.post_group(text[],bytea[],text[],text[],date[],timestamp with time zone[],bigint[],bigint[],ledger.posting_type[],bigint[],date[],bigint[],text[]) to lode_public;
grant execute on ledger.post_transfer(text,bytea,text,text,date,timestamp with time zone,bigint,bigint,ledger.posting_type,bigint,date,bigint,json,ledger.transfer_line[],bigint) to lode_public;
grant select on ledger.posting to lode_public;
grant execute on ledger.total(bigint) to lode_public;
grant select on ledger.transfer to lode_public;
grant select on ledger.transfer_key to lode_public;
grant select on local_message to lode_public;
grant delete, insert (account), insert (at), insert (device_id), insert (failed), select, update (failed) on login_attempt to lode_public;
grant select, update (arrear_time), update (contract_ended), update (encapsulation_time), update (expected_running_time), update (last_running_time), update (repair_time), update (status), update (status_since), update (suspend_time), update (wanted_status) on machine to lode_public;
grant select on machine_model to lode_public;
grant select on machine_output to lode_public;
grant select on machine_purchase to lode_public;
grant insert, select, update (ended_at) on machine_status_period to lode_public;
grant select on machine_terms to lode_public;
grant select on message_channel to lode_public;
grant insert, select, update (mail), update (sms) on message_preference to lode_public;
grant insert, select, update (answer) on money_request to lode_public;
grant select on months_gate to lode_public;
grant select on network_day to lode_public;
grant insert (account), insert (code_hash), insert (device_id), insert (expires_at), insert (scene), insert (sent_at), insert (subject), insert (used_at), insert (wrong_guesses), select, update (used_at), update (wrong_guesses), update (wrong_guesses_elsewhere) on one_time_code to lode_public;
grant select on open_session to lode_public;
grant select on outage_credit to lode_public;
grant select on outage_credit_batch to lode_public;
grant select on output_total to lode_public;
grant select on owed_electricity to lode_public;
grant select on owed_fees to lode_public;
grant select on own_address to lode_public;
grant insert (added_at), insert (counter), insert (credential_id), insert (customer_id), insert (last_used_at), insert (name), insert (public_key), insert (transports), select, update (counter), update (last_used_at) on passkey to lode_public;
grant delete, insert, select, update (answered_at), update (passkey_id), update (token_hash), update (used_at) on passkey_challenge to lode_public;
grant execute on pay_charges(boolean,bigint,bigint[],bigint[],integer[],bigint[]) to lode_public;
grant execute on payable_revenue(text) to lode_public;
grant insert, select, update (used_at) on recovery_code to lode_public;
grant select on reference_price to lode_public;
grant execute on repeat_machine_terms(date,bigint[],integer) to lode_public;
grant delete, insert, select, update on request_count to lode_public;
grant insert, select on risk_confirmation to lode_public;
grant usage on schema ledger to lode_public;
grant select on sealed_days to lode_public;
grant insert, select, update (confirmed_at), update (failed_at), update (failures), update (last_step), update (sealed_secret), update (started_at) on second_factor to lode_public;
grant insert (approved_by), insert (customer_id), insert (held_until), insert (passkey_id), insert (removed_at), insert (staff_id), select on second_factor_removal to lode_public;
grant execute on seconds_within(tstzmultirange,timestamp with time zone,timestamp with time zone) to lode_public;
grant insert (at), insert (customer_id), insert (detail), insert (kind), select on security_event to lode_public;
grant select on security_notice to lode_public;
grant insert (browser), insert (created_at), insert (customer_id), insert (device_id), insert (expires_at), insert (idle_until), insert (last_used_at), insert (model), insert (network), insert (revoked_at), insert (revoked_reason), insert (system), insert (token_hash), select, update (idle_until), update (last_used_at), update (network), update (revoked_at), update (revoked_reason) on session to lode_public;
grant select on setting to lode_public;
grant execute on setting_at(text,timestamp with time zone) to lode_public;
grant select on site to lode_public;
grant execute on spend_notice(text,timestamp with time zone) to lode_public;
grant insert, select on spent_challenge to lode_public;
grant execute on sum_units(bigint) to lode_public;
grant insert (at), insert (customer_id), insert (key), insert (text), insert (thread_id), select on support_message to lode_public;
grant insert (about), insert (changed_at), insert (customer_id), insert (detail), insert (opened_at), insert (record), select, update (changed_at), update (status) on support_thread to lode_public;
grant select on tariff to lode_public;
grant execute on treasury_outside_wallets(text) to lode_public;
grant insert (address), insert (address_key), insert (amount), insert (applied_at), insert (coin), insert (customer_id), insert (date), insert (destination_id), insert (device_id), insert (fee), insert (network), insert (transfer_id), select on withdrawal to lode_public;
grant delete, insert (added_at), insert (address), insert (address_key), insert (customer_id), insert (label), insert (network), select on withdrawal_address to lode_public;
grant insert, select on withdrawal_cancellation to lode_public;
grant select on withdrawal_payment to lode_public;
grant insert, select on withdrawal_step to lode_public;
grant execute on withdrawal_transfer_is(withdrawal,bigint,text) to lode_public;
grant delete, insert, select, update (is_signed), update (wei) on account_nonce to lode_staff;
grant execute on add_job(text,json,text,integer) to lode_staff;
grant execute on add_jobs(text,json[]) to lode_staff;
grant execute on add_passkey(bigint,text,bytea,bigint,text,timestamp with time zone) to lode_staff;
grant insert, select, update (resolved_at) on alert to lode_staff;
grant execute on altered_staff() to lode_staff;
grant insert, select on approver_key to lode_staff;
grant execute on audit_hash(audit_log) to lode_staff;
grant insert, select on audit_log to lode_staff;
grant select, update (revoked_at), update (revoked_reason) on auto_approval to lode_staff;
grant execute on auto_approved_total(text,date,bigint) to lode_staff;
grant select on books_check_run to lode_staff;
grant select on carried_charge to lode_staff;
grant select on carried_interest to lode_staff;
grant select on carried_output to lode_staff;
grant select on carried_output_day to lode_staff;
grant select on chain_block to lode_staff;
grant execute on chain_security_events(integer) to lode_staff;
grant select on chain_watcher to lode_staff;
grant execute on change_own_password(bigint,text,text,timestamp with time zone) to lode_staff;
grant execute on change_staff(text,text,text,text,timestamp with time zone,bigint,bigint,text,timestamp with time zone) to lode_staff;
grant insert, select, update (owed), update (paid_btc), update (paid_doge), update (paid_eth), update (paid_output_usdt), update (paid_prepaid), update (paid_promotion), update (waived) on charge_adjustment to lode_staff;
grant select on closed_deposit_address to lode_staff;
grant execute on coin_up_day(date) to lode_staff;
grant select on coin_up_interest to lode_staff;
grant select, update (paid_at), update (transfer_id) on coin_up_interest_batch to lode_staff;
grant select, update (funded_at), update (funding_transfer_id), update (paid_at) on coin_up_interest_day to lode_staff;
grant select on coin_up_order to lode_staff;
grant select on coin_up_position to lode_staff;
grant insert, select on cold_address to lode_staff;
grant select on cold_output to lode_staff;
grant insert (attempt), insert (built_at), insert (cold_amount), insert (cold_index), insert (hot_amount), insert (hot_index), insert (hot_number), insert (outpoints), insert (payload), insert (since_height), insert (transfer_id), insert (txid), select, update (bytes), update (signed_at) on cold_payment to lode_staff;
grant insert (added_by), insert (amount), insert (approved_by), insert (begun_at), insert (cold_number), insert (kind), insert (network), insert (wallet_id), select, update (cancelled_at) on cold_transfer to lode_staff;
grant insert (added_at), insert (added_by), insert (approved_by), insert (descriptor), insert (network), insert (version), select on cold_wallet to lode_staff;
grant execute on confirm_totp(bigint,bigint,timestamp with time zone) to lode_staff;
grant insert, select on content_image to lode_staff;
grant execute on content_in_force(text,timestamp with time zone) to lode_staff;
grant insert, select, update (approved_by), update (published_at), update (published_by), update (starts_at), update (withdrawn_at), update (withdrawn_by) on content_revision to lode_staff;
grant select on corrected_charge to lode_staff;
grant select on corrected_output to lode_staff;
grant select on custody_comparison to lode_staff;
grant insert (account), insert (created_at), insert (nickname), insert (tags), select, update (nickname), update (status), update (tags) on customer to lode_staff;
grant insert, select on customer_contact_change to lode_staff;
grant select on customer_contacts to lode_staff;
grant insert, select on customer_departure to lode_staff;
grant insert, select on customer_departure_rest to lode_staff;
grant select on customer_device to lode_staff;
grant select, update (lifted_at) on customer_freeze to lode_staff;
grant select on customer_guard to lode_staff;
grant execute on customer_in_transit(bigint,text) to lode_staff;
grant select on customer_message to lode_staff;
grant execute on customer_outstanding(bigint) to lode_staff;
grant insert, select on customer_second_contact to lode_staff;
grant select on customer_tag to lode_staff;
grant select on day_close to lode_staff;
grant select on day_close_batch to lode_staff;
grant insert (date), insert (kind), insert (ordered_at), insert (ordered_by), insert (work), select on day_close_order to lode_staff;
grant select on day_close_preflight to lode_staff;
grant select on day_close_refusal to lode_staff;
grant insert, select on deny_list to lode_staff;
grant select, update (credited_at), update (status), update (transfer_id) on deposit to lode_staff;
grant select on deposit_address to lode_staff;
grant insert, select on deposit_address_floor to lode_staff;
grant insert, select, update (return_transfer_id), update (returned_at) on deposit_claw_back to lode_staff;
grant select on deposit_to_claw_back to lode_staff;
grant insert, select, update (reversal_transfer_id), update (reversed_at) on deposit_write_off to lode_staff;
grant execute on earned_revenue(text) to lode_staff;
grant insert, select, update on electricity_account to lode_staff;
grant select, update (owed), update (paid_btc), update (paid_doge), update (paid_eth), update (paid_output_usdt), update (paid_prepaid), update (paid_promotion), update (waived) on electricity_charge to lode_staff;
grant insert, select on exchange_rate to lode_staff;
grant execute on failed_jobs(integer) to lode_staff;
grant select on final_cold_payment to lode_staff;
grant select on forced_notice_confirmation to lode_staff;
grant execute on found_staff(jsonb,timestamp with time zone) to lode_staff;
grant select on funds_password_attempt to lode_staff;
grant select on funds_password_token to lode_staff;
grant execute on hold_chain_watcher(text) to lode_staff;
grant execute on hold_coin_up_day(date) to lode_staff;
grant execute on hold_mining_days() to lode_staff;
grant execute on hold_staff(bigint,text) to lode_staff;
grant insert, select, update (owed), update (paid_at), update (paid_btc), update (paid_doge), update (paid_eth), update (paid_output_usdt), update (paid_prepaid), update (waived) on hosting_charge to lode_staff;
grant select on house_address to lode_staff;
grant select, update (goes_to) on house_arrival to lode_staff;
grant select, update (pepper_fingerprint) on installation to lode_staff;
grant execute on is_address_key(text,text) to lode_staff;
grant execute on is_contact_proved(bigint,text,text,timestamp with time zone) to lode_staff;
grant execute on is_day_elsewhere(date) to lode_staff;
grant execute on is_in_audience(text,bigint) to lode_staff;
grant execute on is_job_waiting(text) to lode_staff;
grant execute on is_mining_day_begun(date) to lode_staff;
grant execute on is_public_login(name) to lode_staff;
grant execute on is_rehash(text,text) to lode_staff;
grant execute on job_counts() to lode_staff;
grant insert, select on key_generation to lode_staff;
grant insert, select on key_retirement to lode_staff;
grant execute on known_destination(bigint,text,text,timestamp with time zone) to lode_staff;
grant execute on last_closed_day(text) to lode_staff;
grant execute on ledger.account_id(bigint,text,text) to lode_staff;
grant select on ledger.balance to lode_staff;
grant select on ledger.carried to lode_staff;
grant execute on ledger.class_of(bigint) to lode_staff;
grant execute on ledger.coin_number(text) to lode_staff;
grant execute on ledger.coin_of(bigint) to lode_staff;
grant select on ledger.credit_to_record to lode_staff;
grant select on ledger.customer_balance to lode_staff;
grant execute on ledger.customer_of(bigint) to lode_staff;
grant select on ledger.day_total to lode_staff;
grant select on ledger.day_total_progress to lode_staff;
grant select on ledger.entry to lode_staff;
grant select on ledger.hold to lode_staff;
grant execute on ledger.house_id(text,text) to lode_staff;
grant execute on ledger.is_customer_account(bigint,text,text) to lode_staff;
grant execute on ledger.is_in_coin(bigint,text) to lode_staff;
grant execute on ledger.is_stored(bigint) to lode_staff;
grant execute on ledger.lock_balances(bigint[]) to lode_staff;
grant select on ledger.month to lode_staff;
grant select on ledger.month_seal to lode_staff;
grant execute on ledger.moved_between(text,date,date) to lode_staff;
grant execute on ledger.name_of(bigint) to lode_staff;
grant select on ledger.payment_to_match to lode_staff;
grant execute on ledger.place_hold(text,bigint,bigint,text,timestamp with time zone) to lode_staff;
grant execute on ledger.post_batch(text,bytea,text,date,timestamp with time zone,bigint[],bigint[],ledger.posting_type[],bigint[],date[],bigint[]) to lode_staff;
grant execute on ledger.post_group(text[],bytea[],text[],text[],date[],timestamp with time zone[],bigint[],bigint[],ledger.posting_type[],bigint[],date[],bigint[],text[]) to lode_staff;
grant execute on ledger.post_transfer(text,bytea,text,text,date,timestamp with time zone,bigint,bigint,ledger.posting_type,bigint,date,bigint,json,ledger.transfer_line[],bigint) to lode_staff;
grant select on ledger.posting to lode_staff;
grant select on ledger.posting_shape to lode_staff;
grant execute on ledger.release_hold(text,timestamp with time zone) to lode_staff;
grant select on ledger.taking_to_match to lode_staff;
grant execute on ledger.total(bigint) to lode_staff;
grant execute on ledger.totals_between(bigint,bigint) to lode_staff;
grant select on ledger.transfer to lode_staff;
grant select on ledger.transfer_key to lode_staff;
grant execute on ledger.transfers_of(date,date) to lode_staff;
grant execute on ledger.trial_balance(text,date,date) to lode_staff;
grant execute on lift_freeze(bigint,timestamp with time zone) to lode_staff;
grant select on local_message to lode_staff;
grant execute on lock_auto_approval(text) to lode_staff;
grant select on login_attempt to lode_staff;
grant insert, select, update (arrear_time), update (contract_ended), update (encapsulation_time), update (expected_running_time), update (last_running_time), update (repair_time), update (status), update (status_since), update (suspend_time), update (wanted_status) on machine to lode_staff;
grant insert, select on machine_import to lode_staff;
grant insert, select on machine_model to lode_staff;
grant select on machine_output to lode_staff;
grant insert, select, update (price), update (recorded_at), update (recorded_by) on machine_purchase to lode_staff;
grant insert, select, update (ended_at) on machine_status_period to lode_staff;
grant select on machine_tally to lode_staff;
grant select on machine_terms to lode_staff;
grant execute on maintenance_audience(text,text,text,bigint) to lode_staff;
grant select on may_owe to lode_staff;
grant select on message_channel to lode_staff;
grant select on money_request to lode_staff;
grant select on months_gate to lode_staff;
grant insert, select on network_day to lode_staff;
grant insert, select, update (used_at), update (wrong_guesses), update (wrong_guesses_elsewhere) on one_time_code to lode_staff;
grant select on open_doubt to lode_staff;
grant select on open_session to lode_staff;
grant insert, select, update (finished_at) on outage_credit to lode_staff;
grant insert, select, update (finished_at), update (transfer_id) on outage_credit_batch to lode_staff;
grant insert, select on outage_credit_omission to lode_staff;
grant delete, insert, select on outpoint_reservation to lode_staff;
grant select on output_total to lode_staff;
grant select on owed_electricity to lode_staff;
grant select on owed_fees to lode_staff;
grant select on own_address to lode_staff;
grant select on own_output to lode_staff;
grant select on own_transaction to lode_staff;
grant select on passkey to lode_staff;
grant execute on pay_charges(boolean,bigint,bigint[],bigint[],integer[],bigint[]) to lode_staff;
grant execute on payable_revenue(text) to lode_staff;
grant select on payable_revenue_part to lode_staff;
grant insert, select, update (undone_at), update (undone_transfer_id) on pool_payment to lode_staff;
grant insert, select, update (undone) on pool_payment_correction to lode_staff;
grant insert, select, update (undone) on pool_payment_day to lode_staff;
grant insert, select on pool_report to lode_staff;
grant execute on post_maintenance(text,text,text,text,bigint,timestamp with time zone) to lode_staff;
grant execute on post_messages(text,jsonb,boolean) to lode_staff;
grant execute on post_notices(text,text[],text[],timestamp with time zone[],boolean) to lode_staff;
grant execute on queue_notices(text[],text[]) to lode_staff;
grant execute on record_status_correction(bigint,bigint,timestamp with time zone,timestamp with time zone,text,text,text,text,timestamp with time zone) to lode_staff;
grant select on recovery_code to lode_staff;
grant insert, select on reference_price to lode_staff;
grant select on reorged_payment to lode_staff;
grant insert (at), insert (audience), insert (staff_id), insert (text), insert (ticket_id), select on repair_note to lode_staff;
grant insert (assignee), insert (changed_at), insert (machine_id), insert (opened_at), insert (opened_by), insert (title), select, update (assignee), update (changed_at), update (closed_at), update (status) on repair_ticket to lode_staff;
grant execute on repeat_machine_terms(date,bigint[],integer) to lode_staff;
grant delete, insert, select, update on request_count to lode_staff;
grant execute on retry_failed_job(bigint) to lode_staff;
grant select on risk_confirmation to lode_staff;
grant usage on schema ledger to lode_staff;
grant select on sealed_days to lode_staff;
grant select on second_factor to lode_staff;
grant insert, select on second_factor_removal to lode_staff;
grant execute on seconds_within(tstzmultirange,timestamp with time zone,timestamp with time zone) to lode_staff;
grant insert, select on security_check_run to lode_staff;
grant insert (at), insert (customer_id), insert (detail), insert (kind), insert (staff_id), select on security_event to lode_staff;
grant execute on security_hash(bytea,bigint,security_event) to lode_staff;
grant select on security_head to lode_staff;
grant select on security_link to lode_staff;
grant select on security_unchained to lode_staff;
grant select, update (revoked_at), update (revoked_reason) on session to lode_staff;
grant execute on set_machine_terms(bigint[],date[],jsonb[],text,timestamp with time zone) to lode_staff;
grant insert, select on setting to lode_staff;
grant execute on setting_at(text,timestamp with time zone) to lode_staff;
grant select on settled_deposit_of_closed to lode_staff;
grant insert, select on signer_journal to lode_staff;
grant insert, select on site to lode_staff;
grant select on spendable_output to lode_staff;
grant select on spent_challenge to lode_staff;
grant select on staff to lode_staff;
grant delete, insert, select, update (failed) on staff_attempt to lode_staff;
grant delete, insert, select on staff_challenge to lode_staff;
grant select, update (counter), update (last_used_at) on staff_passkey to lode_staff;
grant insert, select, update (decided_at), update (decided_by), update (outcome) on staff_proposal to lode_staff;
grant insert, select, update (end_reason), update (ended_at), update (idle_until), update (last_used_at), update (network) on staff_session to lode_staff;
grant insert (sealed_secret), insert (staff_id), insert (started_at), select, update (last_step), update (sealed_secret), update (started_at) on staff_totp to lode_staff;
grant select on status_correction to lode_staff;
grant execute on sum_units(bigint) to lode_staff;
grant select on superseded_status_period to lode_staff;
grant insert (at), insert (customer_id), insert (staff_id), insert (text), insert (thread_id), select on support_message to lode_staff;
grant select, update (assignee), update (changed_at), update (status) on support_thread to lode_staff;
grant insert, select on suspense_entry to lode_staff;
grant select on suspense_open to lode_staff;
grant select on sweep to lode_staff;
grant select on sweep_payment to lode_staff;
grant insert, select, update (price) on tariff to lode_staff;
grant insert, select on treasury_by_hand to lode_staff;
grant insert (added_at), insert (added_by), insert (address), insert (address_key), insert (approved_by), insert (in_force_from), insert (name), insert (network), select, update (removed_at), update (removed_by) on treasury_destination to lode_staff;
grant execute on treasury_outside_wallets(text) to lode_staff;
grant execute on under_previous_pepper() to lode_staff;
grant select on unswept to lode_staff;
grant select on wallet_level to lode_staff;
grant insert, select, update (wei_in), update (wei_out) on wei_remainder to lode_staff;
grant insert (address), insert (address_key), insert (amount), insert (applied_at), insert (coin), insert (customer_id), insert (date), insert (destination_id), insert (device_id), insert (fee), insert (network), insert (transfer_id), select, update (end_transfer_id), update (phase), update (remark) on withdrawal to lode_staff;
grant select on withdrawal_address to lode_staff;
grant select on withdrawal_cancellation to lode_staff;
grant insert, select, update (abandoned_at) on withdrawal_export to lode_staff;
grant insert (at), insert (staff_id), insert (text), insert (withdrawal_id), select on withdrawal_note to lode_staff;
grant delete, insert, select, update (block_hash), update (block_height), update (bytes), update (confirmations), update (fee_paid), update (final_at), update (gone_height), update (lost_at), update (reorged_at), update (signed_at), update (txid), update (unproven_reason), update (unproven_since) on withdrawal_payment to lode_staff;
grant insert, select on withdrawal_review to lode_staff;
grant delete, insert, select on withdrawal_signing to lode_staff;
grant insert, select on withdrawal_step to lode_staff;
grant execute on withdrawal_transfer_is(withdrawal,bigint,text) to lode_staff;
grant delete, insert, select, update (is_signed), update (wei) on account_nonce to lode_worker;
grant execute on add_job(text,json,text,integer) to lode_worker;
grant execute on add_jobs(text,json[]) to lode_worker;
grant insert, select, update (resolved_at) on alert to lode_worker;
grant execute on altered_staff() to lode_worker;
grant execute on analyse_months(text) to lode_worker;
grant select (created_at), select (public_key), select (staff_id) on approver_key to lode_worker;
grant execute on audit_hash(audit_log) to lode_worker;
grant select on audit_log to lode_worker;
grant insert (approval_request), insert (at), insert (bounds), insert (precedent_id), insert (withdrawal_id), select, update (revoked_at), update (revoked_reason) on auto_approval to lode_worker;
grant execute on auto_approved_total(text,date,bigint) to lode_worker;
grant execute on begin_coin_up_run() to lode_worker;
grant usage on books_check_number to lode_worker;
grant insert, select on books_check_run to lode_worker;
grant select on carried_charge to lode_worker;
grant execute on carried_days_digest(date) to lode_worker;
grant select on carried_interest to lode_worker;
grant select on carried_output to lode_worker;
grant select on carried_output_day to lode_worker;
grant delete, insert, select on chain_block to lode_worker;
grant execute on chain_security_events(integer) to lode_worker;
grant insert, select, update (newest_hash), update (newest_height), update (stopped_because) on chain_watcher to lode_worker;
grant insert, select, update (owed), update (paid_btc), update (paid_doge), update (paid_eth), update (paid_output_usdt), update (paid_prepaid), update (paid_promotion), update (waived) on charge_adjustment to lode_worker;
grant execute on check_sealed_days() to lode_worker;
grant select on closed_deposit_address to lode_worker;
grant execute on coin_up_day(date) to lode_worker;
grant insert, select on coin_up_interest to lode_worker;
grant insert, select, update (paid_at), update (transfer_id) on coin_up_interest_batch to lode_worker;
grant insert, select, update (funded_at), update (funding_transfer_id), update (paid_at) on coin_up_interest_day to lode_worker;
grant insert, select, update (completed_at), update (completed_day), update (state) on coin_up_order to lode_worker;
grant insert, select, update (earning), update (in_transit_in), update (in_transit_out) on coin_up_position to lode_worker;
grant insert, select on cold_address to lode_worker;
grant select on cold_output to lode_worker;
grant delete, insert (attempt), insert (built_at), insert (cold_amount), insert (cold_index), insert (hot_amount), insert (hot_index), insert (hot_number), insert (outpoints), insert (payload), insert (since_height), insert (transfer_id), insert (txid), select, update (block_hash), update (block_height), update (bytes), update (fee_paid), update (final_at), update (signed_at), update (txid) on cold_payment to lode_worker;
grant insert (amount), insert (begun_at), insert (cold_number), insert (kind), insert (network), insert (wallet_id), select, update (ended_at), update (is_paid) on cold_transfer to lode_worker;
grant select on cold_wallet to lode_worker;
grant select on content_image to lode_worker;
grant execute on content_in_force(text,timestamp with time zone) to lode_worker;
grant select on content_revision to lode_worker;
grant select on corrected_charge to lode_worker;
grant select on corrected_output to lode_worker;
grant insert (chain), insert (coin), insert (compared_at), insert (ledger), insert (unknown), select on custody_comparison to lode_worker;
grant select on customer to lode_worker;
grant select on customer_contact_change to lode_worker;
grant select on customer_contacts to lode_worker;
grant select on customer_departure to lode_worker;
grant select on customer_departure_rest to lode_worker;
grant select on customer_device to lode_worker;
grant insert, select on customer_freeze to lode_worker;
grant select on customer_guard to lode_worker;
grant execute on customer_in_transit(bigint,text) to lode_worker;
grant delete, select, update (sent_at) on customer_message to lode_worker;
grant execute on customer_outstanding(bigint) to lode_worker;
grant insert, select, update (closed_at), update (seal), update (tie_out) on day_close to lode_worker;
grant insert, select, update (finished_at), update (result) on day_close_batch to lode_worker;
grant select, update (ended_at), update (findings), update (outcome), update (trial) on day_close_order to lode_worker;
grant insert, select, update (findings), update (ran_at), update (trial) on day_close_preflight to lode_worker;
grant insert, select, update (at), update (count), update (reasons) on day_close_refusal to lode_worker;
grant execute on days_digest(regclass,regclass,regclass,date) to lode_worker;
grant select on deny_list to lode_worker;
grant insert, select, update (address_number), update (amount), update (block_hash), update (credited_at), update (customer_id), update (height), update (needed), update (removals), update (status), update (transfer_id) on deposit to lode_worker;
grant select on deposit_address to lode_worker;
grant select on deposit_address_floor to lode_worker;
grant select, update (return_transfer_id), update (returned_at) on deposit_claw_back to lode_worker;
grant select on deposit_to_claw_back to lode_worker;
grant select, update (reversal_transfer_id), update (reversed_at) on deposit_write_off to lode_worker;
grant insert, select on derived_address to lode_worker;
grant execute on earned_revenue(text) to lode_worker;
grant select, update (promo_remaining) on electricity_account to lode_worker;
grant insert, select, update (owed), update (paid_btc), update (paid_doge), update (paid_eth), update (paid_output_usdt), update (paid_prepaid), update (paid_promotion), update (waived) on electricity_charge to lode_worker;
grant insert, select, update on electricity_warning to lode_worker;
grant execute on end_hoarders() to lode_worker;
grant execute on end_lock_holders(interval) to lode_worker;
grant insert, select on exchange_rate to lode_worker;
grant select on final_cold_payment to lode_worker;
grant execute on fold_machine_tally() to lode_worker;
grant execute on fold_may_owe(integer) to lode_worker;
grant select on forced_notice_confirmation to lode_worker;
grant delete, select on funds_password_attempt to lode_worker;
grant delete, select on funds_password_token to lode_worker;
grant execute on hold_chain_watcher(text) to lode_worker;
grant execute on hold_coin_up_day(date) to lode_worker;
grant execute on hold_mining_days() to lode_worker;
grant insert, select, update (owed), update (paid_at), update (paid_btc), update (paid_doge), update (paid_eth), update (paid_output_usdt), update (paid_prepaid), update (waived) on hosting_charge to lode_worker;
grant insert, select on house_address to lode_worker;
grant insert, select, update (address_key), update (amount), update (block_hash), update (goes_to), update (height), update (needed), update (status), update (times_posted) on house_arrival to lode_worker;
grant select, update (clock_offset_hours), update (demo_first_day), update (demo_seeded_at), update (pepper_fingerprint) on installation to lode_worker;
grant execute on is_address_key(text,text) to lode_worker;
grant execute on is_day_elsewhere(date) to lode_worker;
grant execute on is_held_by_worker(text,text) to lode_worker;
grant execute on is_in_audience(text,bigint) to lode_worker;
grant execute on is_job_waiting(text) to lode_worker;
grant execute on is_mining_day_begun(date) to lode_worker;
grant execute on is_public_login(name) to lode_worker;
grant execute on keep_months(text,date) to lode_worker;
grant select on key_generation to lode_worker;
grant select on key_retirement to lode_worker;
grant execute on known_destination(bigint,text,text,timestamp with time zone) to lode_worker;
grant execute on last_closed_day(text) to lode_worker;
grant execute on ledger.account_id(bigint,text,text) to lode_worker;
grant execute on ledger.add_day_totals(integer) to lode_worker;
grant select on ledger.balance to lode_worker;
grant select on ledger.carried to lode_worker;
grant execute on ledger.carried_digest(date) to lode_worker;
grant execute on ledger.check_books() to lode_worker;
grant execute on ledger.check_day_totals() to lode_worker;
grant execute on ledger.check_months() to lode_worker;
grant execute on ledger.class_of(bigint) to lode_worker;
grant execute on ledger.coin_number(text) to lode_worker;
grant execute on ledger.coin_of(bigint) to lode_worker;
grant select on ledger.credit_to_record to lode_worker;
grant select on ledger.customer_balance to lode_worker;
grant execute on ledger.customer_of(bigint) to lode_worker;
grant select on ledger.day_total to lode_worker;
grant select on ledger.day_total_progress to lode_worker;
grant select on ledger.entry to lode_worker;
grant select on ledger.hold to lode_worker;
grant execute on ledger.house_id(text,text) to lode_worker;
grant execute on ledger.is_customer_account(bigint,text,text) to lode_worker;
grant execute on ledger.is_in_coin(bigint,text) to lode_worker;
grant execute on ledger.is_stored(bigint) to lode_worker;
grant execute on ledger.lock_balances(bigint[]) to lode_worker;
grant select on ledger.month to lode_worker;
grant execute on ledger.month_digest(regclass,regclass,bigint,bigint) to lode_worker;
grant select on ledger.month_seal to lode_worker;
grant execute on ledger.moved_between(text,date,date) to lode_worker;
grant execute on ledger.name_of(bigint) to lode_worker;
grant execute on ledger.open_month(date) to lode_worker;
grant select on ledger.payment_to_match to lode_worker;
grant execute on ledger.place_hold(text,bigint,bigint,text,timestamp with time zone) to lode_worker;
grant execute on ledger.post_batch(text,bytea,text,date,timestamp with time zone,bigint[],bigint[],ledger.posting_type[],bigint[],date[],bigint[]) to lode_worker;
grant execute on ledger.post_group(text[],bytea[],text[],text[],date[],timestamp with time zone[],bigint[],bigint[],ledger.posting_type[],bigint[],date[],bigint[],text[]) to lode_worker;
grant execute on ledger.post_transfer(text,bytea,text,text,date,timestamp with time zone,bigint,bigint,ledger.posting_type,bigint,date,bigint,json,ledger.transfer_line[],bigint) to lode_worker;
grant select on ledger.posting to lode_worker;
grant select on ledger.posting_shape to lode_worker;
grant execute on ledger.release_hold(text,timestamp with time zone) to lode_worker;
grant execute on ledger.seal_of(ledger.month_seal) to lode_worker;
grant select on ledger.taking_to_match to lode_worker;
grant execute on ledger.total(bigint) to lode_worker;
grant execute on ledger.totals_between(bigint,bigint) to lode_worker;
grant select on ledger.transfer to lode_worker;
grant select on ledger.transfer_key to lode_worker;
grant execute on ledger.transfers_of(date,date) to lode_worker;
grant execute on ledger.trial_balance(text,date,date) to lode_worker;
grant insert, select on local_message to lode_worker;
grant execute on lock_auto_approval(text) to lode_worker;
grant delete, select on login_attempt to lode_worker;
grant select, update (arrear_time), update (contract_ended), update (encapsulation_time), update (expected_running_time), update (last_running_time), update (repair_time), update (status), update (status_since), update (suspend_time), update (wanted_status) on machine to lode_worker;
grant select on machine_import to lode_worker;
grant select on machine_model to lode_worker;
grant insert, select on machine_output to lode_worker;
grant insert, select, update (ended_at) on machine_status_period to lode_worker;
grant select on machine_tally to lode_worker;
grant select on machine_terms to lode_worker;
grant select on may_owe to lode_worker;
grant select on message_channel to lode_worker;
grant select on message_preference to lode_worker;
grant select on money_request to lode_worker;
grant select on months_gate to lode_worker;
grant insert, select on network_day to lode_worker;
grant delete, select on one_time_code to lode_worker;
grant select on open_doubt to lode_worker;
grant select on open_session to lode_worker;
grant select, update (finished_at) on outage_credit to lode_worker;
grant insert, select, update (finished_at), update (transfer_id) on outage_credit_batch to lode_worker;
grant insert, select on outage_credit_omission to lode_worker;
grant delete, insert, select on outpoint_reservation to lode_worker;
grant select on output_total to lode_worker;
grant select on owed_electricity to lode_worker;
grant select on owed_fees to lode_worker;
grant select on own_address to lode_worker;
grant select on own_output to lode_worker;
grant select on own_transaction to lode_worker;
grant execute on pay_charges(boolean,bigint,bigint[],bigint[],integer[],bigint[]) to lode_worker;
grant execute on payable_revenue(text) to lode_worker;
grant select on payable_revenue_part to lode_worker;
grant select on pool_payment to lode_worker;
grant select on pool_payment_correction to lode_worker;
grant select on pool_payment_day to lode_worker;
grant select on pool_report to lode_worker;
grant execute on post_messages(text,jsonb,boolean) to lode_worker;
grant execute on post_notices(text,text[],text[],timestamp with time zone[],boolean) to lode_worker;
grant execute on queue_notices(text[],text[]) to lode_worker;
grant insert, select on reference_price to lode_worker;
grant select on reorged_payment to lode_worker;
grant execute on repeat_machine_terms(date,bigint[],integer) to lode_worker;
grant delete, select on request_count to lode_worker;
grant select on risk_confirmation to lode_worker;
grant execute on rows_digest(regclass,text,text,text,date,date) to lode_worker;
grant usage on schema ledger to lode_worker;
grant execute on seal_of_days(sealed_days) to lode_worker;
grant select on sealed_days to lode_worker;
grant execute on seconds_within(tstzmultirange,timestamp with time zone,timestamp with time zone) to lode_worker;
grant insert, select on security_check_run to lode_worker;
grant insert (at), insert (customer_id), insert (detail), insert (kind), insert (staff_id), select on security_event to lode_worker;
grant execute on security_hash(bytea,bigint,security_event) to lode_worker;
grant select on security_head to lode_worker;
grant select on security_link to lode_worker;
grant delete, insert, select on security_notice to lode_worker;
grant select on security_unchained to lode_worker;
grant delete, select on session to lode_worker;
grant select on setting to lode_worker;
grant execute on setting_at(text,timestamp with time zone) to lode_worker;
grant select on settled_deposit_of_closed to lode_worker;
grant insert, select on signer_journal to lode_worker;
grant select on site to lode_worker;
grant select on spendable_output to lode_worker;
grant delete, select on spent_challenge to lode_worker;
grant select (created_at), select (id), select (name), select (role), select (status) on staff to lode_worker;
grant delete, select on staff_attempt to lode_worker;
grant delete, select on staff_challenge to lode_worker;
grant select on staff_proposal to lode_worker;
grant delete, select on staff_session to lode_worker;
grant select on status_correction to lode_worker;
grant execute on sum_units(bigint) to lode_worker;
grant select on superseded_status_period to lode_worker;
grant insert, select on suspense_entry to lode_worker;
grant select on suspense_open to lode_worker;
grant insert, select, update (ended_at), update (is_paid) on sweep to lode_worker;
grant delete, insert, select, update (bytes), update (fee_paid), update (final_at), update (signed_at), update (txid) on sweep_payment to lode_worker;
grant select on tariff to lode_worker;
grant select on treasury_by_hand to lode_worker;
grant select on treasury_destination to lode_worker;
grant execute on treasury_outside_wallets(text) to lode_worker;
grant select on unswept to lode_worker;
grant insert, select, update (amount), update (read_at), update (reserved) on wallet_level to lode_worker;
grant insert, select, update (wei_in), update (wei_out) on wei_remainder to lode_worker;
grant select, update (end_transfer_id), update (phase), update (remark) on withdrawal to lode_worker;
grant select on withdrawal_address to lode_worker;
grant delete, select on withdrawal_cancellation to lode_worker;
grant select, update (abandoned_at) on withdrawal_export to lode_worker;
grant delete, insert, select, update (block_hash), update (block_height), update (bytes), update (confirmations), update (fee_paid), update (final_at), update (gone_height), update (lost_at), update (reorged_at), update (signed_at), update (txid), update (unproven_reason), update (unproven_since) on withdrawal_payment to lode_worker;
grant select on withdrawal_review to lode_worker;
grant delete, insert, select on withdrawal_signing to lode_worker;
grant insert, select on withdrawal_step to lode_worker;
grant execute on withdrawal_transfer_is(withdrawal,bigint,text) to lode_worker;
