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
  'REORG'
);

-- Tables

create table ledger.balance (
  account ledger.account not null,
  posted bigint not null,
  held ledger.remainder not null default 0,
  constraint not_overdrawn CHECK ((posted >= (held)::bigint)),
  constraint balance_pkey PRIMARY KEY (account)
) with (fillfactor=70);

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
);

create table ledger.transfer (
  id bigint not null generated always as identity,
  key ledger.key not null,
  input_hash ledger.digest not null,
  kind character varying(64) not null,
  source_id character varying(128),
  business_date date not null,
  posted_at timestamp with time zone not null,
  corrects bigint,
  answer json,
  constraint transfer_pkey PRIMARY KEY (id),
  constraint transfer_key_key UNIQUE (key)
);

create table account_nonce (
  address_key text not null,
  nonce integer not null,
  holder text not null,
  usdt bigint not null,
  wei numeric(40,0) not null,
  is_signed boolean not null default false,
  constraint account_nonce_address_key_check CHECK ((address_key ~ '^[0-9a-f]{40}$'::text)),
  constraint account_nonce_holder_check CHECK ((holder ~ '^(withdrawal|sweep|top-up):[1-9][0-9]{0,18}$'::text)),
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
  words text not null,
  raised_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  constraint alert_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 64))),
  constraint alert_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 200))),
  constraint alert_words_check CHECK (((length(words) >= 1) AND (length(words) <= 1000))),
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
  paid_output bigint not null default 0,
  paid_output_usdt bigint not null default 0,
  owed bigint not null,
  reason text not null,
  adjusted_at timestamp with time zone not null,
  waived bigint not null default 0,
  constraint charge_adjustment_adds_up CHECK ((amount = (((paid_prepaid + paid_output_usdt) + waived) + owed))),
  constraint charge_adjustment_adjusted_amount_check CHECK ((adjusted_amount <> 0)),
  constraint charge_adjustment_adjusted_check CHECK ((adjusted = ANY (ARRAY['output'::text, 'electricity'::text]))),
  constraint charge_adjustment_amount_check CHECK ((amount >= 0)),
  constraint charge_adjustment_check CHECK ((date > about_date)),
  constraint charge_adjustment_check1 CHECK (((adjusted = 'electricity'::text) OR (adjusted_coin <> 'USDT'::text))),
  constraint charge_adjustment_check2 CHECK (((moved >= LEAST(adjusted_amount, (0)::bigint)) AND (moved <= GREATEST(adjusted_amount, (0)::bigint)))),
  constraint charge_adjustment_key_check CHECK (((length(key) >= 1) AND (length(key) <= 160))),
  constraint charge_adjustment_owed_check CHECK ((owed >= 0)),
  constraint charge_adjustment_paid_output_check CHECK ((paid_output >= 0)),
  constraint charge_adjustment_paid_output_usdt_check CHECK ((paid_output_usdt >= 0)),
  constraint charge_adjustment_paid_prepaid_check CHECK ((paid_prepaid >= 0)),
  constraint charge_adjustment_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint charge_adjustment_waived_check CHECK ((waived >= 0)),
  constraint charge_adjustment_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
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
);

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
  constraint coin_up_interest_day_amount_check CHECK ((amount >= 0)),
  constraint coin_up_interest_day_check CHECK ((funded_at >= decided_at)),
  constraint coin_up_interest_day_check1 CHECK ((was_owed OR (funded_at IS NOT NULL))),
  constraint coin_up_interest_day_check2 CHECK (((paid_at IS NULL) OR (funded_at IS NOT NULL))),
  constraint coin_up_interest_day_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'USDT'::text]))),
  constraint coin_up_interest_day_rate_ppm_check CHECK ((rate_ppm >= 0)),
  constraint coin_up_interest_day_pkey PRIMARY KEY (coin, date)
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
  constraint customer_account_check CHECK (((length(account) >= 5) AND (length(account) <= 128))),
  constraint customer_account_check1 CHECK (((account ~ '^1[3-9][0-9]{9}$'::text) OR (account ~ '^[a-z0-9_.+-]+@[a-z0-9.-]+$'::text))),
  constraint customer_nickname_check CHECK ((length(nickname) <= 64)),
  constraint customer_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text]))),
  constraint customer_pkey PRIMARY KEY (id),
  constraint customer_account_key UNIQUE (account)
);

create table customer_freeze (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  reason text not null,
  frozen_at timestamp with time zone not null,
  lifted_at timestamp with time zone,
  constraint customer_freeze_check CHECK ((lifted_at >= frozen_at)),
  constraint customer_freeze_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint customer_freeze_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint customer_freeze_pkey PRIMARY KEY (id)
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
  constraint day_close_kind_check CHECK ((kind = ANY (ARRAY['mining'::text, 'coin-up'::text]))),
  constraint day_close_seal_check CHECK ((length(seal) = 32)),
  constraint day_close_pkey PRIMARY KEY (kind, date)
);

create table day_close_batch (
  kind text not null,
  date date not null,
  step text not null,
  batch integer not null,
  first_customer bigint not null,
  last_customer bigint not null,
  finished_at timestamp with time zone,
  result jsonb,
  constraint day_close_batch_check CHECK ((last_customer >= first_customer)),
  constraint day_close_batch_check1 CHECK (((finished_at IS NULL) = (result IS NULL))),
  constraint day_close_batch_kind_date_fkey FOREIGN KEY (kind, date) REFERENCES day_close(kind, date),
  constraint day_close_batch_pkey PRIMARY KEY (kind, date, step, batch)
);

create table deny_list (
  network text not null,
  address_key text not null,
  note text not null,
  added_at timestamp with time zone not null,
  constraint deny_list_address_key_check CHECK ((address_key ~ '^([0-9a-f]{2}){4,42}$'::text)),
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
  constraint deposit_address_address_check CHECK (((length(address) >= 1) AND (length(address) <= 128))),
  constraint deposit_address_key_check CHECK ((key ~ '^[0-9a-f]{40,128}$'::text)),
  constraint deposit_address_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint deposit_address_number_check CHECK ((number >= 0)),
  constraint deposit_address_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint deposit_address_pkey PRIMARY KEY (network, number),
  constraint deposit_address_network_customer_id_key UNIQUE (network, customer_id),
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

create table deposit_settlement (
  deposit_id bigint not null,
  removal integer not null,
  transfer_id bigint not null,
  settled_at timestamp with time zone not null,
  return_transfer_id bigint,
  returned_at timestamp with time zone,
  constraint deposit_settlement_check CHECK (((return_transfer_id IS NULL) = (returned_at IS NULL))),
  constraint deposit_settlement_removal_check CHECK ((removal > 0)),
  constraint deposit_settlement_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES deposit(id),
  constraint deposit_settlement_pkey PRIMARY KEY (deposit_id, removal),
  constraint deposit_settlement_return_transfer_id_key UNIQUE (return_transfer_id),
  constraint deposit_settlement_transfer_id_key UNIQUE (transfer_id)
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
  paid_output bigint not null default 0,
  paid_output_usdt bigint not null default 0,
  owed bigint not null,
  waived bigint not null default 0,
  constraint electricity_charge_adds_up CHECK ((amount = (((paid_prepaid + paid_output_usdt) + waived) + owed))),
  constraint electricity_charge_amount_check CHECK ((amount >= 0)),
  constraint electricity_charge_owed_check CHECK ((owed >= 0)),
  constraint electricity_charge_paid_output_check CHECK ((paid_output >= 0)),
  constraint electricity_charge_paid_output_usdt_check CHECK ((paid_output_usdt >= 0)),
  constraint electricity_charge_paid_prepaid_check CHECK ((paid_prepaid >= 0)),
  constraint electricity_charge_running_seconds_check CHECK (((running_seconds >= 0) AND (running_seconds <= 86400))),
  constraint electricity_charge_waived_check CHECK ((waived >= 0)),
  constraint electricity_charge_pkey PRIMARY KEY (machine_id, date)
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
  paid bigint not null default 0,
  owed bigint not null,
  charged_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  constraint hosting_charge_amount_check CHECK ((amount >= 0)),
  constraint hosting_charge_check CHECK ((amount = (paid + owed))),
  constraint hosting_charge_days_check CHECK (((days >= 1) AND (days <= 31))),
  constraint hosting_charge_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint hosting_charge_owed_check CHECK ((owed >= 0)),
  constraint hosting_charge_paid_check CHECK ((paid >= 0)),
  constraint hosting_charge_pkey PRIMARY KEY (machine_id, month)
);

create table house_address (
  network text not null,
  number integer not null,
  address text not null,
  key text not null,
  constraint house_address_address_check CHECK (((length(address) >= 1) AND (length(address) <= 128))),
  constraint house_address_key_check CHECK ((key ~ '^[0-9a-f]{40,128}$'::text)),
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
  constraint house_arrival_amount_check CHECK ((amount > (0)::numeric)),
  constraint house_arrival_block_hash_check CHECK ((length(block_hash) <= 128)),
  constraint house_arrival_check CHECK ((((height IS NULL) = (block_hash IS NULL)) AND ((height IS NULL) = (status = 'ORPHANED'::text)))),
  constraint house_arrival_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'USDT'::text, 'ETH'::text]))),
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
  pepper_fingerprint bytea not null,
  demo_first_day date,
  demo_seeded_at timestamp with time zone,
  constraint installation_clock_offset_hours_check CHECK ((clock_offset_hours >= 0)),
  constraint installation_mode_check CHECK ((mode = ANY (ARRAY['demo'::text, 'demo-empty'::text, 'production'::text]))),
  constraint installation_only_row_check CHECK (only_row),
  constraint installation_pepper_fingerprint_check CHECK ((length(pepper_fingerprint) = 32)),
  constraint installation_pkey PRIMARY KEY (only_row)
);

create table local_message (
  id bigint not null generated always as identity,
  recipient text not null,
  scene text not null,
  code text not null,
  sent_at timestamp with time zone not null,
  constraint local_message_pkey PRIMARY KEY (id)
);

create table login_attempt (
  id bigint not null generated always as identity,
  account text not null,
  at timestamp with time zone not null,
  failed boolean not null default false,
  constraint login_attempt_account_check CHECK ((length(account) <= 128)),
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
  constraint machine_output_pkey PRIMARY KEY (machine_id, date, coin)
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
  constraint machine_status_period_check CHECK ((ended_at >= started_at)),
  constraint machine_status_period_reason_check CHECK ((length(reason) <= 500)),
  constraint machine_status_period_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
  constraint machine_status_period_pkey PRIMARY KEY (machine_id, seq)
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
  constraint one_time_code_account_check CHECK ((length(account) <= 128)),
  constraint one_time_code_device_id_check CHECK ((length(device_id) <= 128)),
  constraint one_time_code_scene_check CHECK ((scene = ANY (ARRAY['LOGIN'::text, 'SET_PASSWORD'::text, 'FUNDS_PASSWORD'::text, 'WITHDRAW'::text]))),
  constraint one_time_code_pkey PRIMARY KEY (id)
);

create table outpoint_reservation (
  network text not null,
  spend text not null,
  withdrawal_id bigint not null,
  constraint outpoint_reservation_spend_check CHECK (((length(spend) >= 1) AND (length(spend) <= 128))),
  constraint outpoint_reservation_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint outpoint_reservation_pkey PRIMARY KEY (network, spend)
);

create table output_total (
  customer_id bigint not null,
  coin text not null,
  net bigint not null,
  constraint output_total_net_check CHECK ((net >= 0)),
  constraint output_total_pkey PRIMARY KEY (customer_id, coin)
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
  constraint pool_report_gross_check CHECK ((gross >= 0)),
  constraint pool_report_machine_id_fkey FOREIGN KEY (machine_id) REFERENCES machine(id),
  constraint pool_report_pkey PRIMARY KEY (machine_id, date, coin)
);

create table reference_price (
  coin text not null,
  date date not null,
  usdt bigint not null,
  source text not null,
  created_at timestamp with time zone not null,
  constraint reference_price_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'DOGE'::text]))),
  constraint reference_price_usdt_check CHECK ((usdt > 0)),
  constraint reference_price_pkey PRIMARY KEY (coin, date)
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

create table session (
  id bigint not null generated always as identity,
  customer_id bigint not null,
  token_hash bytea not null,
  device_id text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  revoked_reason text,
  constraint session_device_id_check CHECK ((length(device_id) <= 128)),
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
  constraint setting_key_check CHECK ((length(key) <= 64)),
  constraint setting_version_check CHECK ((version > 0)),
  constraint setting_pkey PRIMARY KEY (key, effective_from, version)
);

create table site (
  id bigint not null generated always as identity,
  name text not null,
  constraint site_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64))),
  constraint site_pkey PRIMARY KEY (id),
  constraint site_name_key UNIQUE (name)
);

create table staff (
  id bigint not null generated always as identity,
  name text not null,
  role text not null,
  password_hash text not null,
  status text not null default 'ACTIVE'::text,
  created_at timestamp with time zone not null,
  constraint staff_name_check CHECK ((name ~ '^[a-z][a-z0-9_.-]{1,31}$'::text)),
  constraint staff_role_check CHECK ((role = ANY (ARRAY['SUPPORT'::text, 'FINANCE'::text, 'APPROVER'::text, 'ADMIN'::text]))),
  constraint staff_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'DISABLED'::text]))),
  constraint staff_pkey PRIMARY KEY (id),
  constraint staff_name_key UNIQUE (name)
);

create table sweep (
  id bigint not null generated always as identity,
  network text not null default 'ERC20'::text,
  kind text not null,
  address_number integer not null,
  amount numeric(40,0) not null,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  is_paid boolean,
  signed_as text,
  constraint sweep_amount_check CHECK ((amount > (0)::numeric)),
  constraint sweep_check CHECK (((ended_at IS NULL) = (is_paid IS NULL))),
  constraint sweep_kind_check CHECK ((kind = ANY (ARRAY['SWEEP'::text, 'TOP_UP'::text]))),
  constraint sweep_network_check CHECK ((network = 'ERC20'::text)),
  constraint sweep_signed_as_check CHECK ((signed_as ~ '^(sweep|top-up):[1-9][0-9]{0,18}$'::text)),
  constraint sweep_network_address_number_fkey FOREIGN KEY (network, address_number) REFERENCES deposit_address(network, number),
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
  constraint tariff_price_check CHECK (((price >= (0)::numeric) AND (price < (1000)::numeric) AND (scale(price) <= 6))),
  constraint tariff_site_id_fkey FOREIGN KEY (site_id) REFERENCES site(id),
  constraint tariff_pkey PRIMARY KEY (site_id, name, effective_from)
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
  customer_id bigint not null,
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
  constraint ended_when_over CHECK (((end_transfer_id IS NOT NULL) = (phase = ANY (ARRAY['PAID'::text, 'FAILED'::text, 'REJECTED'::text, 'CANCELLED'::text, 'OFFSET'::text])))),
  constraint withdrawal_address_check CHECK (((length(address) >= 14) AND (length(address) <= 128))),
  constraint withdrawal_address_key_check CHECK ((address_key ~ '^([0-9a-f]{2}){4,42}$'::text)),
  constraint withdrawal_check CHECK ((amount > fee)),
  constraint withdrawal_check1 CHECK ((((coin = 'BTC'::text) AND (network = 'BITCOIN'::text)) OR ((coin = 'USDT'::text) AND (network = 'ERC20'::text)))),
  constraint withdrawal_device_id_check CHECK ((length(device_id) <= 128)),
  constraint withdrawal_fee_check CHECK ((fee >= 0)),
  constraint withdrawal_phase_check CHECK ((phase = ANY (ARRAY['AWAITING_APPROVAL'::text, 'APPROVED'::text, 'SCREENING'::text, 'SIGNING'::text, 'BROADCAST'::text, 'PAID'::text, 'FAILED'::text, 'REJECTED'::text, 'CANCELLED'::text, 'OFFSET'::text]))),
  constraint withdrawal_remark_check CHECK (((length(remark) >= 1) AND (length(remark) <= 200))),
  constraint withdrawal_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint withdrawal_pkey PRIMARY KEY (id),
  constraint withdrawal_end_transfer_id_key UNIQUE (end_transfer_id),
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
  constraint withdrawal_address_address_key_check CHECK ((address_key ~ '^([0-9a-f]{2}){4,42}$'::text)),
  constraint withdrawal_address_label_check CHECK ((length(label) <= 32)),
  constraint withdrawal_address_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint withdrawal_address_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer(id),
  constraint withdrawal_address_pkey PRIMARY KEY (id),
  constraint withdrawal_address_customer_id_network_address_key_key UNIQUE (customer_id, network, address_key)
);

create table withdrawal_export (
  withdrawal_id bigint not null,
  txid text not null,
  unsigned text not null,
  spends text[] not null,
  since_height integer not null,
  exported_at timestamp with time zone not null,
  given_up_at timestamp with time zone,
  constraint withdrawal_export_since_height_check CHECK ((since_height >= 0)),
  constraint withdrawal_export_spends_check CHECK (((cardinality(spends) >= 1) AND (cardinality(spends) <= 1000))),
  constraint withdrawal_export_txid_check CHECK ((txid ~ '^[0-9a-f]{64}$'::text)),
  constraint withdrawal_export_unsigned_check CHECK ((length(unsigned) <= 400000)),
  constraint withdrawal_export_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_export_pkey PRIMARY KEY (txid)
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
  taken_back_at timestamp with time zone,
  lost_at timestamp with time zone,
  constraint withdrawal_payment_attempt_check CHECK ((attempt >= 0)),
  constraint withdrawal_payment_block_hash_check CHECK (((length(block_hash) >= 1) AND (length(block_hash) <= 128))),
  constraint withdrawal_payment_block_height_check CHECK ((block_height >= 0)),
  constraint withdrawal_payment_bytes_check CHECK ((length(bytes) <= 400000)),
  constraint withdrawal_payment_change_amount_check CHECK ((change_amount > 0)),
  constraint withdrawal_payment_check CHECK ((((txid IS NULL) = (bytes IS NULL)) AND ((txid IS NULL) = (signed_at IS NULL)))),
  constraint withdrawal_payment_check1 CHECK (((final_at IS NULL) OR ((txid IS NOT NULL) AND (fee_paid IS NOT NULL)))),
  constraint withdrawal_payment_check2 CHECK (((change_index IS NULL) = (change_amount IS NULL))),
  constraint withdrawal_payment_check3 CHECK (((lost_at IS NULL) OR (taken_back_at IS NOT NULL))),
  constraint withdrawal_payment_check4 CHECK (((block_height IS NULL) = (block_hash IS NULL))),
  constraint withdrawal_payment_check5 CHECK (((taken_back_at IS NULL) OR (txid IS NOT NULL))),
  constraint withdrawal_payment_confirmations_check CHECK ((confirmations >= 0)),
  constraint withdrawal_payment_fee_paid_check CHECK ((fee_paid >= (0)::numeric)),
  constraint withdrawal_payment_gone_height_check CHECK ((gone_height >= 0)),
  constraint withdrawal_payment_network_check CHECK ((network = ANY (ARRAY['BITCOIN'::text, 'ERC20'::text]))),
  constraint withdrawal_payment_since_height_check CHECK ((since_height >= 0)),
  constraint withdrawal_payment_txid_check CHECK ((txid ~ '^(0x)?[0-9a-f]{64}$'::text)),
  constraint withdrawal_payment_unsigned_check CHECK ((length(unsigned) <= 400000)),
  constraint withdrawal_payment_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_payment_pkey PRIMARY KEY (withdrawal_id, attempt),
  constraint withdrawal_payment_txid_key UNIQUE (txid)
);

create table withdrawal_review (
  withdrawal_id bigint not null,
  part text not null,
  staff_id bigint not null,
  reason text not null,
  at timestamp with time zone not null,
  statement jsonb,
  approval jsonb,
  constraint withdrawal_review_check CHECK (((statement IS NULL) = (approval IS NULL))),
  constraint withdrawal_review_part_check CHECK ((part = ANY (ARRAY['PROPOSED'::text, 'APPROVED'::text]))),
  constraint withdrawal_review_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint withdrawal_review_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff(id),
  constraint withdrawal_review_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_review_pkey PRIMARY KEY (withdrawal_id, part),
  constraint two_people UNIQUE (withdrawal_id, staff_id)
);

create table withdrawal_rule_approval (
  withdrawal_id bigint not null,
  at timestamp with time zone not null,
  date date not null default ((at AT TIME ZONE 'Asia/Shanghai'::text))::date,
  bounds jsonb not null,
  precedent_id bigint not null,
  statement jsonb,
  taken_back_at timestamp with time zone,
  taken_back_why text,
  constraint withdrawal_rule_approval_check CHECK ((taken_back_at >= at)),
  constraint withdrawal_rule_approval_check1 CHECK (((taken_back_at IS NULL) = (taken_back_why IS NULL))),
  constraint withdrawal_rule_approval_taken_back_why_check CHECK (((length(taken_back_why) >= 1) AND (length(taken_back_why) <= 500))),
  constraint withdrawal_rule_approval_precedent_id_fkey FOREIGN KEY (precedent_id) REFERENCES withdrawal(id),
  constraint withdrawal_rule_approval_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES withdrawal(id),
  constraint withdrawal_rule_approval_pkey PRIMARY KEY (withdrawal_id)
);

create table withdrawal_signing (
  withdrawal_id bigint not null,
  way text not null,
  since timestamp with time zone not null,
  constraint withdrawal_signing_way_check CHECK ((way = ANY (ARRAY['ONLINE'::text, 'OFFLINE'::text]))),
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
    account::bigint AS account_id
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
   FROM ledger.posting;

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
          WHERE f.customer_id = c.id AND f.lifted_at IS NULL)) AS is_frozen
   FROM customer c;

create view open_doubt as
 SELECT d.customer_id,
    d.network
   FROM alert a
     JOIN deposit d ON a.subject = concat('deposit ', d.id)
  WHERE a.kind = 'deposit-removed'::text AND a.settled_at IS NULL
UNION ALL
 SELECT NULL::bigint AS customer_id,
    a.subject AS network
   FROM alert a
  WHERE a.kind = 'deposit-changed'::text AND a.settled_at IS NULL;

create view open_session as
 SELECT s.id,
    s.token_hash,
    s.device_id,
    s.created_at,
    s.expires_at,
    s.customer_id,
    c.account,
    c.status AS customer_status,
    c.funds_password_hash IS NOT NULL AS has_funds_password
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
    electricity_charge.date AS price_date
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
    charge_adjustment.about_date AS price_date
   FROM charge_adjustment
  WHERE charge_adjustment.owed > 0;

create view own_address as
 SELECT deposit_address.network,
    deposit_address.key
   FROM deposit_address
UNION ALL
 SELECT house_address.network,
    house_address.key
   FROM house_address;

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
    0 AS number,
    p.txid,
    p.change_index AS index,
    p.change_amount AS amount
   FROM withdrawal_payment p
  WHERE p.network = 'BITCOIN'::text AND p.final_at IS NOT NULL AND p.change_index IS NOT NULL AND p.taken_back_at IS NULL AND NOT (EXISTS ( SELECT
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
  WHERE a.network = 'BITCOIN'::text AND a.status = 'POSTED'::text;

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
   FROM withdrawal_export;

create view reorged_payment as
 SELECT withdrawal_payment.withdrawal_id,
    withdrawal_payment.attempt
   FROM withdrawal_payment
  WHERE withdrawal_payment.taken_back_at IS NOT NULL AND withdrawal_payment.lost_at IS NULL
UNION
 SELECT p.withdrawal_id,
    p.attempt
   FROM chain_block b
     JOIN withdrawal_payment p ON p.network = b.network AND p.block_height = b.height
  WHERE p.final_at IS NOT NULL AND p.block_hash <> b.hash;

create view spendable_output as
 SELECT branch,
    number,
    txid,
    index,
    amount
   FROM own_output o
  WHERE NOT (EXISTS ( SELECT
           FROM outpoint_reservation s
          WHERE s.network = 'BITCOIN'::text AND s.spend = ((o.txid || ':'::text) || o.index)));

create view unsettled_deposit as
 SELECT id,
    customer_id,
    coin,
    amount
   FROM deposit
  WHERE status = 'ORPHANED'::text AND transfer_id IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM deposit_settlement
          WHERE deposit_settlement.deposit_id = deposit.id AND deposit_settlement.removal = deposit.removals));

create view unswept as
 SELECT a.number,
    a.address,
    a.key,
    d.amount - COALESCE(s.amount, 0::numeric) AS amount
   FROM ( SELECT deposit.address_number,
            sum(deposit.amount) AS amount
           FROM deposit
          WHERE deposit.network = 'ERC20'::text AND deposit.status = 'CREDITED'::text
          GROUP BY deposit.address_number) d
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
CREATE INDEX posting_customer ON ledger.posting USING btree (customer, transfer_id DESC, line DESC) WHERE (type <> 'MINING_OUTPUT'::ledger.posting_type);
CREATE INDEX posting_customer_type ON ledger.posting USING btree (customer, type, transfer_id DESC, line DESC) WHERE (type <> 'MINING_OUTPUT'::ledger.posting_type);
CREATE UNIQUE INDEX transfer_source ON ledger.transfer USING btree (business_date, kind, source_id) WHERE (source_id IS NOT NULL);
CREATE UNIQUE INDEX alert_open ON public.alert USING btree (kind, subject) WHERE (settled_at IS NULL);
CREATE INDEX charge_adjustment_about ON public.charge_adjustment USING btree (machine_id, about_date);
CREATE INDEX charge_adjustment_machine ON public.charge_adjustment USING btree (machine_id, date);
CREATE INDEX charge_adjustment_owed ON public.charge_adjustment USING btree (customer_id, date, machine_no) WHERE (owed > 0);
CREATE INDEX coin_up_interest_batch_unpaid ON public.coin_up_interest_batch USING btree (date, coin, batch) WHERE (paid_at IS NULL);
CREATE INDEX coin_up_interest_customer ON public.coin_up_interest USING btree (customer_id, coin, date DESC);
CREATE INDEX coin_up_interest_day_unpaid ON public.coin_up_interest_day USING btree (coin, date) WHERE (paid_at IS NULL);
CREATE INDEX coin_up_order_arrival ON public.coin_up_order USING btree (arrival_date, customer_id);
CREATE INDEX coin_up_order_customer ON public.coin_up_order USING btree (customer_id, date DESC, id DESC);
CREATE INDEX coin_up_order_in_transit ON public.coin_up_order USING btree (customer_id, coin) WHERE (state = 'INTRANSIT'::text);
CREATE INDEX content_revision_in_force ON public.content_revision USING btree (kind, name, starts_at DESC, id DESC) WHERE ((published_at IS NOT NULL) AND (withdrawn_at IS NULL));
CREATE INDEX content_revision_of_name ON public.content_revision USING btree (kind, name, id DESC);
CREATE UNIQUE INDEX content_revision_version ON public.content_revision USING btree (name, version) WHERE ((kind = 'AGREEMENT'::text) AND (published_at IS NOT NULL));
CREATE INDEX customer_freeze_open ON public.customer_freeze USING btree (customer_id) WHERE (lifted_at IS NULL);
CREATE INDEX deposit_block ON public.deposit USING btree (network, block_hash) WHERE (block_hash IS NOT NULL);
CREATE INDEX deposit_credited ON public.deposit USING btree (network, address_number) INCLUDE (amount) WHERE (status = 'CREDITED'::text);
CREATE INDEX deposit_customer ON public.deposit USING btree (customer_id, id DESC);
CREATE INDEX deposit_open ON public.deposit USING btree (network, height) WHERE (status = ANY (ARRAY['CONFIRMING'::text, 'BELOW_MINIMUM'::text]));
CREATE INDEX deposit_removed ON public.deposit USING btree (customer_id) WHERE ((status = 'ORPHANED'::text) AND (transfer_id IS NOT NULL));
CREATE INDEX deposit_waiting ON public.deposit USING btree (network) WHERE (status = 'SEEN'::text);
CREATE INDEX electricity_charge_customer ON public.electricity_charge USING btree (customer_id, date DESC);
CREATE INDEX electricity_charge_owed ON public.electricity_charge USING btree (customer_id, date, machine_no) WHERE (owed > 0);
CREATE INDEX funds_password_attempt_newest ON public.funds_password_attempt USING btree (customer_id, at DESC, id DESC);
CREATE INDEX funds_password_token_customer ON public.funds_password_token USING btree (customer_id);
CREATE INDEX funds_password_token_expires ON public.funds_password_token USING btree (expires_at);
CREATE INDEX hosting_charge_customer ON public.hosting_charge USING btree (customer_id, month DESC, machine_id DESC);
CREATE INDEX hosting_charge_owed ON public.hosting_charge USING btree (customer_id, month, machine_id) WHERE (owed > 0);
CREATE INDEX house_arrival_block ON public.house_arrival USING btree (network, block_hash) WHERE (block_hash IS NOT NULL);
CREATE INDEX house_arrival_open ON public.house_arrival USING btree (network, height) WHERE (status = 'CONFIRMING'::text);
CREATE INDEX local_message_newest ON public.local_message USING btree (sent_at DESC, id DESC);
CREATE INDEX login_attempt_account ON public.login_attempt USING btree (account, at DESC, id DESC);
CREATE INDEX login_attempt_at ON public.login_attempt USING btree (at);
CREATE INDEX machine_clock ON public.machine USING btree (expected_running_time) WHERE (status = 'WAITING'::text);
CREATE INDEX machine_contract ON public.machine USING btree (end_time) WHERE (NOT contract_ended);
CREATE INDEX machine_customer ON public.machine USING btree (customer_id, id DESC);
CREATE INDEX machine_output_customer ON public.machine_output USING btree (customer_id, date DESC, machine_id DESC, coin DESC);
CREATE INDEX machine_running_period ON public.machine_status_period USING btree (machine_id, started_at, ended_at) WHERE (status = 'RUNNING'::text);
CREATE UNIQUE INDEX machine_status_open ON public.machine_status_period USING btree (machine_id) WHERE (ended_at IS NULL);
CREATE INDEX one_time_code_account ON public.one_time_code USING btree (account, scene, sent_at DESC);
CREATE INDEX one_time_code_device ON public.one_time_code USING btree (device_id, sent_at DESC);
CREATE INDEX one_time_code_sent ON public.one_time_code USING btree (sent_at DESC);
CREATE INDEX outpoint_reservation_withdrawal ON public.outpoint_reservation USING btree (withdrawal_id);
CREATE INDEX pool_report_day ON public.pool_report USING btree (date, machine_id);
CREATE INDEX session_customer ON public.session USING btree (customer_id, created_at DESC);
CREATE INDEX sweep_of_address ON public.sweep USING btree (address_number) WHERE (kind = 'SWEEP'::text);
CREATE UNIQUE INDEX sweep_one_at_a_time ON public.sweep USING btree (address_number) WHERE ((ended_at IS NULL) AND (signed_as IS NULL));
CREATE INDEX withdrawal_customer ON public.withdrawal USING btree (customer_id, id DESC);
CREATE INDEX withdrawal_day ON public.withdrawal USING btree (customer_id, coin, date);
CREATE INDEX withdrawal_export_given_up ON public.withdrawal_export USING btree (given_up_at) WHERE (given_up_at IS NOT NULL);
CREATE INDEX withdrawal_export_withdrawal ON public.withdrawal_export USING btree (withdrawal_id);
CREATE INDEX withdrawal_open ON public.withdrawal USING btree (coin, id) WHERE (end_transfer_id IS NULL);
CREATE INDEX withdrawal_paid ON public.withdrawal USING btree (network, id DESC) WHERE (phase = 'PAID'::text);
CREATE INDEX withdrawal_payment_block ON public.withdrawal_payment USING btree (network, block_height) WHERE (block_height IS NOT NULL);
CREATE UNIQUE INDEX withdrawal_payment_final ON public.withdrawal_payment USING btree (withdrawal_id) WHERE (final_at IS NOT NULL);
CREATE INDEX withdrawal_payment_taken_back ON public.withdrawal_payment USING btree (withdrawal_id) WHERE ((taken_back_at IS NOT NULL) AND (lost_at IS NULL));
CREATE INDEX withdrawal_rule_approval_day ON public.withdrawal_rule_approval USING btree (date);
CREATE INDEX withdrawal_under_way ON public.withdrawal USING btree (customer_id, coin) INCLUDE (amount) WHERE (end_transfer_id IS NULL);

-- Functions

CREATE OR REPLACE FUNCTION ledger.account_id(customer bigint, account text, coin text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((customer * 100) + CASE account WHEN 'OUTPUT_ACCOUNT'::text THEN 10 WHEN 'ELE_ACCOUNT'::text THEN 20 WHEN 'COIN_UP_ACCOUNT'::text THEN 30 WHEN 'INCOME_ACCOUNT'::text THEN 40 ELSE NULL::integer END) + ledger.coin_number(coin));

CREATE OR REPLACE FUNCTION ledger.check_books()
 RETURNS TABLE(check_name text, subject text, expected text, found text)
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
         )
  SELECT 'a balance is the sum of its entries'::text,
     (COALESCE((s.account)::bigint, (b.account)::bigint))::text AS "coalesce",
     (COALESCE(s.amount, (0)::bigint))::text AS "coalesce",
     (COALESCE(b.posted, (0)::bigint))::text AS "coalesce"
    FROM (( SELECT sums.account,
             sums.amount
            FROM sums
           WHERE ledger.is_stored((sums.account)::bigint)) s
      FULL JOIN ledger.balance b ON (((b.account)::bigint = (s.account)::bigint)))
   WHERE (COALESCE(s.amount, (0)::bigint) <> COALESCE(b.posted, (0)::bigint))
 UNION ALL
  SELECT 'the entries of a coin sum to zero'::text,
     ledger.coin_of((sums.account)::bigint) AS coin_of,
     '0'::text,
     (sum(sums.amount))::text AS sum
    FROM sums
   GROUP BY (ledger.coin_of((sums.account)::bigint))
  HAVING (sum(sums.amount) <> (0)::numeric)
 UNION ALL
  SELECT 'no kept account is below zero or below what is held'::text,
     (balance.account)::text AS account,
     ('at least '::text || GREATEST((balance.held)::bigint, (0)::bigint)),
     (balance.posted)::text AS posted
    FROM ledger.balance
   WHERE ((balance.posted < 0) OR (balance.posted < (balance.held)::bigint) OR ((balance.held)::bigint < 0))
 UNION ALL
  SELECT 'revenue and pending accounts are not below zero'::text,
     ((ledger.name_of((sums.account)::bigint) || ' '::text) || ledger.coin_of((sums.account)::bigint)),
     'at least 0'::text,
     (sums.amount)::text AS amount
    FROM sums
   WHERE ((sums.amount < 0) AND (((- (sums.account)::bigint) / 10) = ANY (ARRAY[(6)::bigint, (7)::bigint, (8)::bigint, (9)::bigint])))
 UNION ALL
  SELECT 'held is the sum of the open holds'::text,
     (COALESCE(h.account, b.account))::text AS "coalesce",
     (COALESCE(h.amount, (0)::bigint))::text AS "coalesce",
     (COALESCE((b.held)::bigint, (0)::bigint))::text AS "coalesce"
    FROM (open_holds h
      FULL JOIN ledger.balance b ON (((b.account)::bigint = (h.account)::bigint)))
   WHERE (COALESCE(h.amount, (0)::bigint) <> COALESCE((b.held)::bigint, (0)::bigint))
 UNION ALL
  SELECT 'each entry tells the balance after it'::text,
     ((((history.account || ' at '::text) || history.transfer_id) || '/'::text) || history.line),
     (history.summed)::text AS summed,
     (history.balance_after)::text AS balance_after
    FROM history
   WHERE (history.summed IS DISTINCT FROM (history.balance_after)::bigint)
 UNION ALL
  SELECT 'a posting is listed with its customer'::text,
     ((posting.transfer_id || '/'::text) || posting.line),
     (((GREATEST(posting.debit, posting.credit))::bigint / 100))::text AS text,
     (posting.customer)::text AS customer
    FROM ledger.posting
   WHERE (posting.customer IS DISTINCT FROM
         CASE
             WHEN ((GREATEST(posting.debit, posting.credit))::bigint > 0) THEN ((GREATEST(posting.debit, posting.credit))::bigint / 100)
             ELSE NULL::bigint
         END)
 UNION ALL
  SELECT 'a posting belongs to a transfer'::text,
     (p.transfer_id)::text AS transfer_id,
     'a transfer'::text,
     'none'::text
    FROM ( SELECT DISTINCT posting.transfer_id
            FROM ledger.posting) p
   WHERE (NOT (EXISTS ( SELECT
            FROM ledger.transfer t
           WHERE (t.id = p.transfer_id))))
 UNION ALL
  SELECT 'a transfer has postings'::text,
     (t.id)::text AS id,
     'at least one'::text,
     'none'::text
    FROM ledger.transfer t
   WHERE (NOT (EXISTS ( SELECT
            FROM ledger.posting p
           WHERE (p.transfer_id = t.id))));
END;

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

CREATE OR REPLACE FUNCTION ledger.house_id(account text, coin text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (- ((CASE account WHEN 'CUSTODY'::text THEN 10 WHEN 'CASH'::text THEN 20 WHEN 'TREASURY'::text THEN 30 WHEN 'MINING_RECEIVABLE'::text THEN 40 WHEN 'MINING_VARIANCE'::text THEN 50 WHEN 'ELECTRICITY_REVENUE'::text THEN 60 WHEN 'HOSTING_REVENUE'::text THEN 70 WHEN 'WITHDRAWAL_PENDING'::text THEN 80 WHEN 'WITHDRAWAL_FEE_REVENUE'::text THEN 90 WHEN 'NETWORK_FEE_EXPENSE'::text THEN 100 WHEN 'INTEREST_FUND'::text THEN 110 WHEN 'PROMOTION_EXPENSE'::text THEN 120 WHEN 'SUSPENSE'::text THEN 130 ELSE NULL::integer END + ledger.coin_number(coin)))::bigint);

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

CREATE OR REPLACE FUNCTION ledger.is_posted_event(wanted_kind text, source text, day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
  select exists (select from transfer t where t.business_date = day and t.kind = wanted_kind and t.source_id = source);
$function$;

CREATE OR REPLACE FUNCTION ledger.is_stored(account bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((account > 0) OR ((account >= '-114'::integer) AND (account <= '-111'::integer)));

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

CREATE OR REPLACE FUNCTION ledger.name_of(account bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (account > 0) THEN (ARRAY['OUTPUT_ACCOUNT'::text, 'ELE_ACCOUNT'::text, 'COIN_UP_ACCOUNT'::text, 'INCOME_ACCOUNT'::text])[((account % (100)::bigint) / 10)] ELSE (ARRAY['CUSTODY'::text, 'CASH'::text, 'TREASURY'::text, 'MINING_RECEIVABLE'::text, 'MINING_VARIANCE'::text, 'ELECTRICITY_REVENUE'::text, 'HOSTING_REVENUE'::text, 'WITHDRAWAL_PENDING'::text, 'WITHDRAWAL_FEE_REVENUE'::text, 'NETWORK_FEE_EXPENSE'::text, 'INTEREST_FUND'::text, 'PROMOTION_EXPENSE'::text, 'SUSPENSE'::text])[((- account) / 10)] END;

CREATE OR REPLACE FUNCTION ledger.place_hold(hold_key text, held_account bigint, held_amount bigint, why text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'ledger', 'pg_temp'
AS $function$
declare
  known hold;
begin
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
 SELECT p.transfer_id
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
          union all select debit, -amount from line where debit between -114 and -111
          union all select credit, amount from line where credit between -114 and -111
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
               case when f.debit > 0 then s.after else f.after end, f.date, f.source_id
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
begin
  if more_lines is null and correction_of is null then
    if line_debit > 0 and line_credit < 0 and line_credit not between -114 and -111 then
      stored_account := line_debit;
      change := -line_amount;
    elsif line_credit > 0 and line_debit < 0 and line_debit not between -114 and -111 then
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
        return;
      end if;
      -- The key was taken: what was moved a moment too early goes back.
      update balance set posted = posted - change where account = stored_account;
    end if;
  end if;
  select p.* into transfer_id, replayed, answer from post_few_lines(
    transfer_key, hash, transfer_kind, source, day, at,
    row(line_debit, line_credit, line_type, line_amount, line_date, line_source)::transfer_line || more_lines, correction_of, given_answer) p;
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
  select t.id, t.answer, t.input_hash into transfer_id, answer, known_hash from transfer t where t.key = transfer_key;
  if known_hash <> hash then
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

CREATE OR REPLACE FUNCTION public.begin_coin_up_run()
 RETURNS void
 LANGUAGE sql
 SET lock_timeout TO '10s'
AS $function$
  select pg_advisory_xact_lock(hashtext('coin-up'), hashtext('day'))
$function$;

CREATE OR REPLACE FUNCTION public.check_approved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from withdrawal_review where withdrawal_id = new.id) <> 2
    and not exists (select from withdrawal_rule_approval where withdrawal_id = new.id and taken_back_at is null) then
    raise exception 'neither two people nor the rule have approved this withdrawal';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from withdrawal_rule_approval where withdrawal_id = new.withdrawal_id and taken_back_at is null) then
    raise exception 'the rule has approved this withdrawal';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_rule_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  asked withdrawal;
  bounds jsonb;
  scale numeric;
begin
  select * into strict asked from withdrawal where id = new.withdrawal_id;
  perform lock_withdrawal_rule(asked.coin);
  -- A yes is not dated back behind a change of the rule, nor before what it agrees to, nor further ahead than the rule itself waits.
  if exists (select from setting where key = 'withdraw.rule.' || asked.coin and effective_from > new.at) then
    raise exception 'the rule has changed since';
  end if;
  if new.at not between asked.applied_at and asked.applied_at + interval '1 hour' then
    raise exception 'the rule is asked within an hour of the application';
  end if;
  bounds := setting_at('withdraw.rule.' || asked.coin, new.at);
  if bounds is null or bounds = 'null'::jsonb then
    raise exception 'approval by rule is off';
  end if;
  if bounds <> new.bounds then
    raise exception 'these are not the bounds of the rule';
  end if;
  if new.taken_back_at is not null or asked.phase <> 'AWAITING_APPROVAL' or exists (select from withdrawal_review where withdrawal_id = asked.id) then
    raise exception 'this withdrawal is a matter for people';
  end if;
  scale := case asked.coin when 'BTC' then 100000000 when 'USDT' then 1000000 end;
  if asked.amount <= scale * (bounds->>'perPayment')::numeric is not true
    or taken_by_rule(asked.coin, (new.at at time zone 'Asia/Shanghai')::date, asked.customer_id) + asked.amount
      <= scale * (bounds->>'perCustomerDay')::numeric is not true
    or taken_by_rule(asked.coin, (new.at at time zone 'Asia/Shanghai')::date, null) + asked.amount <= scale * (bounds->>'perDay')::numeric is not true then
    raise exception 'above the bounds of the rule';
  end if;
  if new.precedent_id is distinct from
    known_destination(asked.customer_id, asked.network, asked.address_key, new.at - make_interval(days => (bounds->>'knownDays')::int)) then
    raise exception 'people have not had money sent there that long ago';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.coin_up_day(asked date)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(asked, (select max(date) + 1 from day_close where kind = 'coin-up'))
$function$;

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

CREATE OR REPLACE FUNCTION public.hash_content()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.content_hash := sha256(convert_to(concat_ws(E'\x1f', new.kind, new.name, coalesce(new.version, ''), coalesce(new.title, ''),
    coalesce(new.text, ''), coalesce(new.html, ''), coalesce(encode(new.image_hash, 'hex'), ''), coalesce(new.url, ''),
    new.is_force), 'UTF8'));
  return new;
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

CREATE OR REPLACE FUNCTION public.is_in_audience(tag text, caller bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select tag is null or exists (select from customer where id = caller and tag = any (tags))
$function$;

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
      and not exists (select from unsettled_deposit where customer_id = frozen_customer)
    returning id)
  select exists (select from lifted)
$function$;

CREATE OR REPLACE FUNCTION public.lock_withdrawal_rule(coin text)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended('withdrawal_rule ' || coin, 0))
$function$;

CREATE OR REPLACE FUNCTION public.refuse_dropping_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the payment of withdrawal % is signed', old.withdrawal_id;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_freeing_nonce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the nonce % of % is signed for %', old.nonce, old.address_key, old.holder;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_rewriting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% of % is refused: %', tg_op, tg_table_name, tg_argv[0];
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_rewriting_status_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the status log of machine % is not rewritten', old.machine_id;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_settlement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from unsettled_deposit join deposit using (id) where id = new.deposit_id and removals = new.removal) then
    raise exception 'deposit % has nothing to settle', new.deposit_id;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_withdrawal_move()
 RETURNS trigger
 LANGUAGE plpgsql
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

CREATE OR REPLACE FUNCTION public.return_to_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if to_jsonb(old) - 'phase' <> to_jsonb(new) - 'phase' then
    raise exception 'only its state goes back';
  end if;
  if not exists (select from withdrawal_rule_approval where withdrawal_id = new.id and taken_back_at is not null)
    or exists (select from withdrawal_review where withdrawal_id = new.id)
    or exists (select from withdrawal_payment where withdrawal_id = new.id) then
    raise exception 'only an unsigned withdrawal that the policy alone approved returns to review';
  end if;
  delete from withdrawal_step where withdrawal_id = new.id and step in ('APPROVED', 'KYT');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.setting_at(wanted text, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select value from setting where key = wanted and effective_from <= at order by effective_from desc, version desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.taken_by_rule(wanted_coin text, wanted_date date, wanted_customer bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(w.amount), 0)::bigint from withdrawal_rule_approval a join withdrawal w on w.id = a.withdrawal_id
  where a.date = wanted_date and w.coin = wanted_coin and (wanted_customer is null or w.customer_id = wanted_customer)
$function$;


-- Triggers

CREATE TRIGGER not_deleted BEFORE DELETE OR TRUNCATE ON ledger.balance FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT OR UPDATE ON ledger.balance FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE TRIGGER not_deleted BEFORE DELETE OR TRUNCATE ON ledger.hold FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT OR UPDATE ON ledger.hold FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.posting FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT ON ledger.posting FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER only_by_function BEFORE INSERT ON ledger.transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_direct_write();
CREATE TRIGGER account_nonce_stands BEFORE DELETE ON public.account_nonce FOR EACH ROW WHEN (old.is_signed) EXECUTE FUNCTION refuse_freeing_nonce();
CREATE TRIGGER charge_adjustment_is_only_paid BEFORE UPDATE ON public.charge_adjustment FOR EACH ROW WHEN (((new.owed > old.owed) OR (new.paid_prepaid < old.paid_prepaid) OR (new.paid_output < old.paid_output) OR (new.waived < old.waived))) EXECUTE FUNCTION refuse_rewriting('a charge can only be paid');
CREATE TRIGGER coin_up_interest_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.coin_up_interest FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('what was earned on a day is sealed');
CREATE TRIGGER coin_up_interest_batch_stands BEFORE UPDATE ON public.coin_up_interest_batch FOR EACH ROW WHEN ((old.paid_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('the batch is paid');
CREATE TRIGGER coin_up_interest_day_stands BEFORE UPDATE ON public.coin_up_interest_day FOR EACH ROW WHEN (((old.paid_at IS NOT NULL) OR ((old.funded_at IS NOT NULL) AND (new.funded_at IS DISTINCT FROM old.funded_at)))) EXECUTE FUNCTION refuse_rewriting('a day is funded once and paid once');
CREATE TRIGGER coin_up_order_stands BEFORE UPDATE ON public.coin_up_order FOR EACH ROW WHEN ((old.state = 'SUCCESS'::text)) EXECUTE FUNCTION refuse_rewriting('it has arrived');
CREATE TRIGGER content_hash BEFORE INSERT ON public.content_revision FOR EACH ROW EXECUTE FUNCTION hash_content();
CREATE TRIGGER day_close_stands BEFORE DELETE OR UPDATE ON public.day_close FOR EACH ROW WHEN ((old.closed_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('the day is sealed');
CREATE TRIGGER day_close_batch_stands BEFORE DELETE OR UPDATE ON public.day_close_batch FOR EACH ROW WHEN ((old.finished_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('the batch is finished');
CREATE TRIGGER deposit_stands BEFORE UPDATE ON public.deposit FOR EACH ROW WHEN ((((old.transfer_id IS NOT NULL) AND (new.transfer_id IS DISTINCT FROM old.transfer_id)) OR (new.removals < old.removals) OR ((old.transfer_id IS NOT NULL) AND ((new.amount <> old.amount) OR (new.customer_id <> old.customer_id) OR (new.address_number <> old.address_number))))) EXECUTE FUNCTION refuse_rewriting('it is credited once');
CREATE TRIGGER deposit_settlement_is_allowed BEFORE INSERT ON public.deposit_settlement FOR EACH ROW EXECUTE FUNCTION refuse_settlement();
CREATE TRIGGER deposit_settlement_stands BEFORE UPDATE ON public.deposit_settlement FOR EACH ROW WHEN ((old.return_transfer_id IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('it is given back once');
CREATE TRIGGER electricity_charge_is_only_paid BEFORE UPDATE ON public.electricity_charge FOR EACH ROW WHEN (((new.owed > old.owed) OR (new.paid_prepaid < old.paid_prepaid) OR (new.paid_output < old.paid_output) OR (new.waived < old.waived))) EXECUTE FUNCTION refuse_rewriting('a charge can only be paid');
CREATE TRIGGER hosting_charge_is_only_paid BEFORE UPDATE ON public.hosting_charge FOR EACH ROW WHEN ((new.owed > old.owed)) EXECUTE FUNCTION refuse_rewriting('a charge can only be paid');
CREATE TRIGGER machine_output_adds_up AFTER INSERT ON public.machine_output REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION add_to_output_total();
CREATE TRIGGER machine_output_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.machine_output FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('an output is corrected by charge:adjust');
CREATE TRIGGER machine_status_period_written_once BEFORE UPDATE ON public.machine_status_period FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting_status_period();
CREATE TRIGGER network_day_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.network_day FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('a network day is imported once');
CREATE TRIGGER pool_report_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.pool_report FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('a pool report is imported once');
CREATE TRIGGER reference_price_stands BEFORE DELETE OR UPDATE OR TRUNCATE ON public.reference_price FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting('a price is fixed once');
CREATE TRIGGER sweep_stands BEFORE UPDATE ON public.sweep FOR EACH ROW WHEN (((old.ended_at IS NOT NULL) OR ((old.kind <> new.kind) OR (old.address_number <> new.address_number) OR (old.amount <> new.amount)))) EXECUTE FUNCTION refuse_rewriting('what is over does not move again');
CREATE TRIGGER sweep_payment_stands BEFORE UPDATE ON public.sweep_payment FOR EACH ROW WHEN (((old.unsigned <> new.unsigned) OR ((old.txid IS NOT NULL) AND ((new.txid IS DISTINCT FROM old.txid) OR (new.bytes IS DISTINCT FROM old.bytes))))) EXECUTE FUNCTION refuse_rewriting('its bytes may be out');
CREATE TRIGGER withdrawal_is_approved BEFORE UPDATE ON public.withdrawal FOR EACH ROW WHEN (((old.phase = 'AWAITING_APPROVAL'::text) AND (new.phase = 'APPROVED'::text))) EXECUTE FUNCTION check_approved();
CREATE TRIGGER withdrawal_moves BEFORE UPDATE ON public.withdrawal FOR EACH ROW WHEN ((NOT ((old.phase = 'SIGNING'::text) AND (new.phase = 'AWAITING_APPROVAL'::text)))) EXECUTE FUNCTION refuse_withdrawal_move();
CREATE TRIGGER withdrawal_returns_to_people BEFORE UPDATE ON public.withdrawal FOR EACH ROW WHEN (((old.phase = 'SIGNING'::text) AND (new.phase = 'AWAITING_APPROVAL'::text))) EXECUTE FUNCTION return_to_people();
CREATE TRIGGER withdrawal_export_stands BEFORE UPDATE ON public.withdrawal_export FOR EACH ROW WHEN ((((((((old.withdrawal_id IS DISTINCT FROM new.withdrawal_id) OR (old.txid IS DISTINCT FROM new.txid)) OR (old.unsigned IS DISTINCT FROM new.unsigned)) OR (old.spends IS DISTINCT FROM new.spends)) OR (old.since_height IS DISTINCT FROM new.since_height)) OR (old.exported_at IS DISTINCT FROM new.exported_at)) OR (old.given_up_at IS NOT NULL))) EXECUTE FUNCTION refuse_rewriting('its file may be out');
CREATE TRIGGER withdrawal_payment_kept BEFORE DELETE ON public.withdrawal_payment FOR EACH ROW WHEN ((old.txid IS NOT NULL)) EXECUTE FUNCTION refuse_dropping_payment();
CREATE TRIGGER withdrawal_payment_stands BEFORE UPDATE ON public.withdrawal_payment FOR EACH ROW WHEN (((old.unsigned <> new.unsigned) OR ((old.txid IS NOT NULL) AND ((new.txid IS DISTINCT FROM old.txid) OR (new.bytes IS DISTINCT FROM old.bytes))))) EXECUTE FUNCTION refuse_rewriting('its bytes may be out');
CREATE TRIGGER withdrawal_review_is_allowed BEFORE INSERT ON public.withdrawal_review FOR EACH ROW EXECUTE FUNCTION check_review();
CREATE TRIGGER withdrawal_rule_approval_is_allowed BEFORE INSERT ON public.withdrawal_rule_approval FOR EACH ROW EXECUTE FUNCTION check_rule_approval();
CREATE TRIGGER withdrawal_rule_approval_stands BEFORE UPDATE ON public.withdrawal_rule_approval FOR EACH ROW WHEN ((old.taken_back_at IS NOT NULL)) EXECUTE FUNCTION refuse_rewriting('it was taken back');

-- What the running server may do

grant delete, insert, select, update (is_signed), update (wei) on account_nonce to lode_app;
grant insert, select, update (settled_at) on alert to lode_app;
grant insert, select on approver_key to lode_app;
grant insert, select on audit_log to lode_app;
grant delete, insert, select on chain_block to lode_app;
grant insert, select, update (newest_hash), update (newest_height), update (stopped_because) on chain_watcher to lode_app;
grant insert, select, update (owed), update (paid_output), update (paid_output_usdt), update (paid_prepaid), update (waived) on charge_adjustment to lode_app;
grant insert, select on coin_up_interest to lode_app;
grant insert, select, update (paid_at), update (transfer_id) on coin_up_interest_batch to lode_app;
grant insert, select, update (funded_at), update (paid_at) on coin_up_interest_day to lode_app;
grant insert, select, update (completed_at), update (completed_day), update (state) on coin_up_order to lode_app;
grant insert, select, update (earning), update (in_transit_in), update (in_transit_out) on coin_up_position to lode_app;
grant insert, select on content_image to lode_app;
grant execute on content_in_force(text,timestamp with time zone) to lode_app;
grant insert, select, update (approved_by), update (published_at), update (published_by), update (starts_at), update (withdrawn_at), update (withdrawn_by) on content_revision to lode_app;
grant insert, select, update (funds_password_changed_at), update (funds_password_hash), update (password_changed_at), update (password_hash), update (status) on customer to lode_app;
grant select on customer_device to lode_app;
grant insert, select, update (lifted_at) on customer_freeze to lode_app;
grant select on customer_guard to lode_app;
grant insert, select, update (closed_at), update (seal), update (tie_out) on day_close to lode_app;
grant insert, select, update (finished_at), update (result) on day_close_batch to lode_app;
grant insert, select on deny_list to lode_app;
grant insert, select, update (address_number), update (amount), update (block_hash), update (credited_at), update (customer_id), update (height), update (needed), update (removals), update (status), update (transfer_id) on deposit to lode_app;
grant insert, select on deposit_address to lode_app;
grant insert, select on deposit_address_floor to lode_app;
grant insert, select, update (return_transfer_id), update (returned_at) on deposit_settlement to lode_app;
grant insert, select, update on electricity_account to lode_app;
grant insert, select, update (owed), update (paid_output), update (paid_output_usdt), update (paid_prepaid), update (waived) on electricity_charge to lode_app;
grant insert, select on forced_notice_confirmation to lode_app;
grant delete, insert, select, update on funds_password_attempt to lode_app;
grant delete, insert, select, update (used_at) on funds_password_token to lode_app;
grant insert, select, update (owed), update (paid), update (paid_at) on hosting_charge to lode_app;
grant insert, select on house_address to lode_app;
grant insert, select, update (address_key), update (amount), update (block_hash), update (height), update (needed), update (status), update (times_posted) on house_arrival to lode_app;
grant select, update (clock_offset_hours), update (demo_first_day), update (demo_seeded_at) on installation to lode_app;
grant execute on is_in_audience(text,bigint) to lode_app;
grant execute on known_destination(bigint,text,text,timestamp with time zone) to lode_app;
grant execute on ledger.account_id(bigint,text,text) to lode_app;
grant select on ledger.balance to lode_app;
grant execute on ledger.check_books() to lode_app;
grant execute on ledger.coin_number(text) to lode_app;
grant execute on ledger.coin_of(bigint) to lode_app;
grant select on ledger.customer_balance to lode_app;
grant execute on ledger.customer_of(bigint) to lode_app;
grant select on ledger.entry to lode_app;
grant select on ledger.hold to lode_app;
grant execute on ledger.house_id(text,text) to lode_app;
grant execute on ledger.is_customer_account(bigint,text,text) to lode_app;
grant execute on ledger.is_in_coin(bigint,text) to lode_app;
grant execute on ledger.is_stored(bigint) to lode_app;
grant execute on ledger.lock_balances(bigint[]) to lode_app;
grant execute on ledger.name_of(bigint) to lode_app;
grant execute on ledger.place_hold(text,bigint,bigint,text,timestamp with time zone) to lode_app;
grant execute on ledger.post_batch(text,bytea,text,date,timestamp with time zone,bigint[],bigint[],ledger.posting_type[],bigint[],date[],bigint[]) to lode_app;
grant execute on ledger.post_transfer(text,bytea,text,text,date,timestamp with time zone,bigint,bigint,ledger.posting_type,bigint,date,bigint,json,ledger.transfer_line[],bigint) to lode_app;
grant select on ledger.posting to lode_app;
grant execute on ledger.release_hold(text,timestamp with time zone) to lode_app;
grant execute on ledger.total(bigint) to lode_app;
grant select on ledger.transfer to lode_app;
grant execute on lift_freeze(bigint,timestamp with time zone) to lode_app;
grant insert, select on local_message to lode_app;
grant execute on lock_withdrawal_rule(text) to lode_app;
grant delete, insert, select, update on login_attempt to lode_app;
grant insert, select, update (arrear_time), update (contract_ended), update (encapsulation_time), update (expected_running_time), update (last_running_time), update (repair_time), update (status), update (status_since), update (suspend_time), update (wanted_status) on machine to lode_app;
grant insert, select on machine_model to lode_app;
grant insert, select on machine_output to lode_app;
grant insert, select, update (ended_at) on machine_status_period to lode_app;
grant insert, select, update (answer) on money_request to lode_app;
grant insert, select on network_day to lode_app;
grant delete, insert, select, update on one_time_code to lode_app;
grant select on open_doubt to lode_app;
grant select on open_session to lode_app;
grant delete, insert, select on outpoint_reservation to lode_app;
grant select on output_total to lode_app;
grant select on owed_electricity to lode_app;
grant select on own_address to lode_app;
grant select on own_output to lode_app;
grant select on own_transaction to lode_app;
grant insert, select on pool_report to lode_app;
grant insert, select on reference_price to lode_app;
grant select on reorged_payment to lode_app;
grant insert, select on risk_confirmation to lode_app;
grant usage on schema ledger to lode_app;
grant delete, insert, select, update on session to lode_app;
grant insert, select on setting to lode_app;
grant execute on setting_at(text,timestamp with time zone) to lode_app;
grant insert, select on site to lode_app;
grant select on spendable_output to lode_app;
grant insert, select on staff to lode_app;
grant insert, select, update (ended_at), update (is_paid) on sweep to lode_app;
grant delete, insert, select, update (bytes), update (fee_paid), update (final_at), update (signed_at), update (txid) on sweep_payment to lode_app;
grant execute on taken_by_rule(text,date,bigint) to lode_app;
grant insert, select on tariff to lode_app;
grant select on unsettled_deposit to lode_app;
grant select on unswept to lode_app;
grant insert, select, update (wei_in), update (wei_out) on wei_remainder to lode_app;
grant insert, select, update (end_transfer_id), update (phase), update (remark) on withdrawal to lode_app;
grant delete, insert, select on withdrawal_address to lode_app;
grant insert, select, update (given_up_at) on withdrawal_export to lode_app;
grant delete, insert, select, update (block_hash), update (block_height), update (bytes), update (confirmations), update (fee_paid), update (final_at), update (gone_height), update (lost_at), update (signed_at), update (taken_back_at), update (txid) on withdrawal_payment to lode_app;
grant insert, select on withdrawal_review to lode_app;
grant insert (at), insert (bounds), insert (precedent_id), insert (statement), insert (withdrawal_id), select, update (taken_back_at), update (taken_back_why) on withdrawal_rule_approval to lode_app;
grant delete, insert, select on withdrawal_signing to lode_app;
grant insert, select on withdrawal_step to lode_app;
