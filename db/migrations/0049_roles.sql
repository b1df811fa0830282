-- Three roles in place of one: what serves customers, what works by itself, and what the staff does. Each has its own rights and owns
-- nothing; db/access.md lists them for a reader, and a test tries them. lode_app is the three together, for one process that does all.

revoke all on account_nonce, alert, approver_key, audit_log, auto_approval, books_check_run, chain_block, chain_watcher, charge_adjustment,
  closed_deposit_address, coin_up_interest, coin_up_interest_batch, coin_up_interest_day, coin_up_order, coin_up_position, content_image,
  content_revision, corrected_charge, corrected_output, customer, customer_contact_change, customer_departure, customer_departure_rest,
  customer_device, customer_freeze, customer_guard, day_close, day_close_batch, day_close_preflight, deny_list, deposit, deposit_address,
  deposit_address_floor, deposit_claw_back, deposit_to_claw_back, deposit_write_off, electricity_account, electricity_charge,
  forced_notice_confirmation, funds_password_attempt, funds_password_token, hosting_charge, house_address, house_arrival, installation, local_message,
  login_attempt, machine, machine_import, machine_model, machine_output, machine_status_period, machine_terms, money_request, network_day,
  one_time_code, open_doubt, open_session, outage_credit, outage_credit_batch, outage_credit_omission, outpoint_reservation, output_total,
  owed_electricity, owed_fees, own_address, own_output, own_transaction, payable_revenue_part, pool_payment, pool_payment_correction,
  pool_payment_day, pool_report, reference_price, reorged_payment, request_count, risk_confirmation, session, setting, settled_deposit_of_closed,
  site, spendable_output, spent_challenge, staff, staff_proposal, status_correction, superseded_status_period, suspense_entry, suspense_open, sweep,
  sweep_payment, tariff, treasury_by_hand, treasury_destination, unswept, wei_remainder, withdrawal, withdrawal_address, withdrawal_export,
  withdrawal_payment, withdrawal_review, withdrawal_signing, withdrawal_step, customer_second_contact, customer_contacts, security_event,
  security_notice, security_link, security_head, security_unchained, security_check_run, signer_journal, second_factor, recovery_code,
  second_factor_removal, ledger.balance, ledger.customer_balance, ledger.entry, ledger.hold, ledger.posting, ledger.transfer from lode_app;
revoke all on sequence books_check_number from lode_app;
revoke all on schema ledger from lode_app;
revoke all on all functions in schema ledger from lode_app;
-- PostgreSQL lets everybody execute a new function: a role that may not write a table could still ask one that may.
revoke all on all functions in schema public from public, lode_app;
grant usage on schema ledger to lode_public, lode_worker, lode_staff;

-- Customers: nothing of the staff, of payments, of a day's close, of prices; no setting.
grant select on chain_watcher, charge_adjustment, closed_deposit_address, coin_up_interest, coin_up_interest_day, coin_up_order, coin_up_position,
  content_image, content_revision, corrected_charge, corrected_output, customer, customer_device, customer_freeze, customer_guard, day_close,
  day_close_batch, deposit, deposit_address, deposit_address_floor, electricity_account, electricity_charge, forced_notice_confirmation,
  funds_password_attempt, funds_password_token, hosting_charge, house_address, installation, local_message, login_attempt, machine, machine_model,
  machine_output, machine_status_period, machine_terms, money_request, network_day, one_time_code, open_session, outage_credit, outage_credit_batch,
  output_total, owed_electricity, owed_fees, own_address, reference_price, request_count, risk_confirmation, session, setting, site, spent_challenge,
  tariff, withdrawal, withdrawal_address, withdrawal_payment, withdrawal_step, ledger.balance, ledger.customer_balance, ledger.entry, ledger.hold,
  ledger.posting, ledger.transfer to lode_public;
grant insert on coin_up_order, coin_up_position, deposit_address, forced_notice_confirmation, funds_password_attempt, funds_password_token,
  login_attempt, machine_status_period, money_request, one_time_code, request_count, risk_confirmation, session, spent_challenge, withdrawal_address,
  withdrawal_step to lode_public;
grant insert (customer_id, pay_mode) on electricity_account to lode_public;
grant insert (customer_id, destination_id, coin, network, address, address_key, amount, fee, date, applied_at, device_id, transfer_id) on withdrawal
  to lode_public;
grant update on request_count to lode_public;
grant update (paid_prepaid, paid_promotion, paid_btc, paid_eth, paid_doge, paid_output_usdt, waived, owed) on charge_adjustment, electricity_charge to
  lode_public;
grant update (earning, in_transit_in, in_transit_out) on coin_up_position to lode_public;
grant update (password_hash, password_changed_at, funds_password_hash, funds_password_changed_at) on customer to lode_public;
grant update (pay_mode, promo_remaining) on electricity_account to lode_public;
grant update (failed) on funds_password_attempt, login_attempt to lode_public;
grant update (used_at) on funds_password_token to lode_public;
grant update (paid_prepaid, paid_btc, paid_eth, paid_doge, paid_output_usdt, waived, owed, paid_at) on hosting_charge to lode_public;
grant update (status, wanted_status, status_since, last_running_time, suspend_time, repair_time, arrear_time, encapsulation_time, contract_ended,
  expected_running_time) on machine to lode_public;
grant update (ended_at) on machine_status_period to lode_public;
grant update (answer) on money_request to lode_public;
grant update (wrong_guesses, used_at) on one_time_code to lode_public;
grant update (revoked_at, revoked_reason) on session to lode_public;
grant update (phase, remark, end_transfer_id) on withdrawal to lode_public;
grant delete on funds_password_attempt, funds_password_token, login_attempt, request_count, withdrawal_address to lode_public;
grant execute on function
  ledger.coin_number, ledger.account_id, ledger.house_id, ledger.coin_of, ledger.name_of, ledger.customer_of, ledger.is_customer_account,
  ledger.is_in_coin, ledger.is_stored, ledger.total, ledger.lock_balances, ledger.post_transfer, ledger.post_batch,
  ledger.place_hold
  to lode_public;
grant execute on function sum_units(bigint), coin_up_day, content_in_force, customer_in_transit, earned_revenue, hold_coin_up_day, hold_mining_days,
  is_in_audience, is_mining_day_begun, last_closed_day, pay_charges, payable_revenue, repeat_machine_terms, seconds_within, setting_at,
  treasury_outside_wallets, withdrawal_transfer_is to lode_public;

-- The worker: days, chains, payouts, jobs.
grant select on account_nonce, alert, audit_log, auto_approval, books_check_run, chain_block, chain_watcher, charge_adjustment,
  closed_deposit_address, coin_up_interest, coin_up_interest_batch, coin_up_interest_day, coin_up_order, coin_up_position, content_image,
  content_revision, corrected_charge, corrected_output, customer, customer_contact_change, customer_departure, customer_departure_rest,
  customer_device, customer_freeze, customer_guard, day_close, day_close_batch, day_close_preflight, deny_list, deposit, deposit_address,
  deposit_address_floor, deposit_claw_back, deposit_to_claw_back, deposit_write_off, electricity_account, electricity_charge,
  forced_notice_confirmation, funds_password_attempt, funds_password_token, hosting_charge, house_address, house_arrival, installation, local_message,
  login_attempt, machine, machine_import, machine_model, machine_output, machine_status_period, machine_terms, money_request, network_day,
  one_time_code, open_doubt, open_session, outage_credit, outage_credit_batch, outage_credit_omission, outpoint_reservation, output_total,
  owed_electricity, owed_fees, own_address, own_output, own_transaction, payable_revenue_part, pool_payment, pool_payment_correction,
  pool_payment_day, pool_report, reference_price, reorged_payment, request_count, risk_confirmation, session, setting, settled_deposit_of_closed,
  site, spendable_output, spent_challenge, staff_proposal, status_correction, superseded_status_period, suspense_entry, suspense_open, sweep,
  sweep_payment, tariff, treasury_by_hand, treasury_destination, unswept, wei_remainder, withdrawal, withdrawal_address, withdrawal_export,
  withdrawal_payment, withdrawal_review, withdrawal_signing, withdrawal_step, ledger.balance, ledger.customer_balance, ledger.entry, ledger.hold,
  ledger.posting, ledger.transfer to lode_worker;
grant select (staff_id, public_key, created_at) on approver_key to lode_worker;
grant select (id, name, role, status, created_at) on staff to lode_worker;
grant insert on account_nonce, alert, books_check_run, chain_block, chain_watcher, charge_adjustment, coin_up_interest, coin_up_interest_batch,
  coin_up_interest_day, coin_up_order, coin_up_position, customer_freeze, day_close, day_close_batch, day_close_preflight, deposit,
  electricity_charge, hosting_charge, house_address, house_arrival, local_message, machine_output, machine_status_period, network_day,
  outage_credit_batch, outage_credit_omission, outpoint_reservation, reference_price, suspense_entry, sweep, sweep_payment, wei_remainder,
  withdrawal_payment, withdrawal_signing, withdrawal_step to lode_worker;
grant insert (approval_request, at, bounds, precedent_id, withdrawal_id) on auto_approval to lode_worker;
grant update (is_signed, wei) on account_nonce to lode_worker;
grant update (resolved_at) on alert to lode_worker;
grant update (revoked_at, revoked_reason) on auto_approval to lode_worker;
grant update (newest_hash, newest_height, stopped_because) on chain_watcher to lode_worker;
grant update (owed, paid_btc, paid_doge, paid_eth, paid_output_usdt, paid_prepaid, paid_promotion, waived) on charge_adjustment, electricity_charge to
  lode_worker;
grant update (paid_at, transfer_id) on coin_up_interest_batch to lode_worker;
grant update (funded_at, paid_at) on coin_up_interest_day to lode_worker;
grant update (completed_at, completed_day, state) on coin_up_order to lode_worker;
grant update (earning, in_transit_in, in_transit_out) on coin_up_position to lode_worker;
grant update (closed_at, seal, tie_out) on day_close to lode_worker;
grant update (finished_at, result) on day_close_batch to lode_worker;
grant update (findings, ran_at) on day_close_preflight to lode_worker;
grant update (address_number, amount, block_hash, credited_at, customer_id, height, needed, removals, status, transfer_id) on deposit to lode_worker;
grant update (return_transfer_id, returned_at) on deposit_claw_back to lode_worker;
grant update (reversal_transfer_id, reversed_at) on deposit_write_off to lode_worker;
grant update (promo_remaining) on electricity_account to lode_worker;
grant update (owed, paid_at, paid_btc, paid_doge, paid_eth, paid_output_usdt, paid_prepaid, waived) on hosting_charge to lode_worker;
grant update (address_key, amount, block_hash, goes_to, height, needed, status, times_posted) on house_arrival to lode_worker;
grant update (clock_offset_hours, demo_first_day, demo_seeded_at) on installation to lode_worker;
grant update (status, wanted_status, status_since, last_running_time, suspend_time, repair_time, arrear_time, encapsulation_time, contract_ended,
  expected_running_time) on machine to lode_worker;
grant update (ended_at) on machine_status_period to lode_worker;
grant update (finished_at) on outage_credit to lode_worker;
grant update (finished_at, transfer_id) on outage_credit_batch to lode_worker;
grant update (ended_at, is_paid) on sweep to lode_worker;
grant update (bytes, fee_paid, final_at, signed_at, txid) on sweep_payment to lode_worker;
grant update (wei_in, wei_out) on wei_remainder to lode_worker;
grant update (phase, remark, end_transfer_id) on withdrawal to lode_worker;
grant update (abandoned_at) on withdrawal_export to lode_worker;
grant update (block_hash, block_height, bytes, confirmations, fee_paid, final_at, gone_height, lost_at, reorged_at, signed_at, txid) on
  withdrawal_payment to lode_worker;
grant delete on account_nonce, chain_block, funds_password_attempt, funds_password_token, login_attempt, one_time_code, outpoint_reservation,
  request_count, session, spent_challenge, sweep_payment, withdrawal_payment, withdrawal_signing to lode_worker;
grant usage on sequence books_check_number to lode_worker;
grant execute on function
  ledger.coin_number, ledger.account_id, ledger.house_id, ledger.coin_of, ledger.name_of, ledger.customer_of, ledger.is_customer_account,
  ledger.is_in_coin, ledger.is_stored, ledger.total, ledger.lock_balances, ledger.post_transfer, ledger.post_batch,
  ledger.place_hold, ledger.release_hold, ledger.check_books
  to lode_worker;
grant execute on function sum_units(bigint), coin_up_day, content_in_force, customer_in_transit, earned_revenue, hold_coin_up_day, hold_mining_days,
  is_in_audience, is_mining_day_begun, last_closed_day, pay_charges, payable_revenue, repeat_machine_terms, seconds_within, setting_at,
  treasury_outside_wallets, withdrawal_transfer_is, begin_coin_up_run, lock_auto_approval, auto_approved_total, known_destination,
  customer_outstanding to lode_worker;

-- The staff: commands, later the console.
grant select on account_nonce, alert, approver_key, audit_log, auto_approval, books_check_run, chain_block, chain_watcher, charge_adjustment,
  closed_deposit_address, coin_up_interest, coin_up_interest_batch, coin_up_interest_day, coin_up_order, coin_up_position, content_image,
  content_revision, corrected_charge, corrected_output, customer, customer_contact_change, customer_departure, customer_departure_rest,
  customer_device, customer_freeze, customer_guard, day_close, day_close_batch, day_close_preflight, deny_list, deposit, deposit_address,
  deposit_address_floor, deposit_claw_back, deposit_to_claw_back, deposit_write_off, electricity_account, electricity_charge,
  forced_notice_confirmation, funds_password_attempt, funds_password_token, hosting_charge, house_address, house_arrival, installation, local_message,
  login_attempt, machine, machine_import, machine_model, machine_output, machine_status_period, machine_terms, money_request, network_day,
  one_time_code, open_doubt, open_session, outage_credit, outage_credit_batch, outage_credit_omission, outpoint_reservation, output_total,
  owed_electricity, owed_fees, own_address, own_output, own_transaction, payable_revenue_part, pool_payment, pool_payment_correction,
  pool_payment_day, pool_report, reference_price, reorged_payment, request_count, risk_confirmation, session, setting, settled_deposit_of_closed,
  site, spendable_output, spent_challenge, staff, staff_proposal, status_correction, superseded_status_period, suspense_entry, suspense_open, sweep,
  sweep_payment, tariff, treasury_by_hand, treasury_destination, unswept, wei_remainder, withdrawal, withdrawal_address, withdrawal_export,
  withdrawal_payment, withdrawal_review, withdrawal_signing, withdrawal_step, ledger.balance, ledger.customer_balance, ledger.entry, ledger.hold,
  ledger.posting, ledger.transfer to lode_staff;
grant insert on account_nonce, alert, approver_key, audit_log, charge_adjustment, content_image, content_revision, customer_contact_change,
  customer_departure, customer_departure_rest, deny_list, deposit_address_floor, deposit_claw_back, deposit_write_off, electricity_account,
  hosting_charge, machine, machine_import, machine_model, machine_status_period, network_day, one_time_code, outage_credit, outage_credit_batch,
  outage_credit_omission, outpoint_reservation, pool_payment, pool_payment_correction, pool_payment_day, pool_report, reference_price, setting, site,
  staff, staff_proposal, suspense_entry, tariff, treasury_by_hand, wei_remainder, withdrawal_export, withdrawal_payment, withdrawal_review,
  withdrawal_signing, withdrawal_step to lode_staff;
grant insert (account, nickname, tags, created_at) on customer to lode_staff;
grant insert (added_at, added_by, address, address_key, approved_by, in_force_from, name, network) on treasury_destination to lode_staff;
grant insert (destination_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id, device_id, customer_id) on withdrawal
  to lode_staff;
grant update on electricity_account to lode_staff;
grant update (is_signed, wei) on account_nonce to lode_staff;
grant update (resolved_at) on alert to lode_staff;
grant update (revoked_at, revoked_reason) on auto_approval, session to lode_staff;
grant update (owed, paid_btc, paid_doge, paid_eth, paid_output_usdt, paid_prepaid, paid_promotion, waived) on charge_adjustment to lode_staff;
grant update (transfer_id, paid_at) on coin_up_interest_batch to lode_staff;
grant update (funded_at, paid_at) on coin_up_interest_day to lode_staff;
grant update (approved_by, published_at, published_by, starts_at, withdrawn_at, withdrawn_by) on content_revision to lode_staff;
grant update (status, nickname, tags) on customer to lode_staff;
grant update (lifted_at) on customer_freeze to lode_staff;
grant update (status, credited_at, transfer_id) on deposit to lode_staff;
grant update (return_transfer_id, returned_at) on deposit_claw_back to lode_staff;
grant update (reversal_transfer_id, reversed_at) on deposit_write_off to lode_staff;
grant update (paid_prepaid, paid_promotion, paid_btc, paid_eth, paid_doge, paid_output_usdt, waived, owed) on electricity_charge to lode_staff;
grant update (owed, paid_at, paid_btc, paid_doge, paid_eth, paid_output_usdt, paid_prepaid, waived) on hosting_charge to lode_staff;
grant update (goes_to) on house_arrival to lode_staff;
grant update (arrear_time, contract_ended, encapsulation_time, expected_running_time, last_running_time, repair_time, status, status_since,
  suspend_time, wanted_status) on machine to lode_staff;
grant update (ended_at) on machine_status_period to lode_staff;
grant update (wrong_guesses, used_at) on one_time_code to lode_staff;
grant update (finished_at) on outage_credit to lode_staff;
grant update (finished_at, transfer_id) on outage_credit_batch to lode_staff;
grant update (undone_at, undone_transfer_id) on pool_payment to lode_staff;
grant update (undone) on pool_payment_correction, pool_payment_day to lode_staff;
grant update (decided_at, decided_by, outcome) on staff_proposal to lode_staff;
grant update (price) on tariff to lode_staff;
grant update (removed_at, removed_by) on treasury_destination to lode_staff;
grant update (wei_in, wei_out) on wei_remainder to lode_staff;
grant update (phase, remark, end_transfer_id) on withdrawal to lode_staff;
grant update (abandoned_at) on withdrawal_export to lode_staff;
grant update (block_hash, block_height, bytes, confirmations, fee_paid, final_at, gone_height, lost_at, reorged_at, signed_at, txid) on
  withdrawal_payment to lode_staff;
grant delete on account_nonce, outpoint_reservation, withdrawal_payment, withdrawal_signing to lode_staff;
grant execute on function
  ledger.coin_number, ledger.account_id, ledger.house_id, ledger.coin_of, ledger.name_of, ledger.customer_of, ledger.is_customer_account,
  ledger.is_in_coin, ledger.is_stored, ledger.total, ledger.lock_balances, ledger.post_transfer, ledger.post_batch,
  ledger.place_hold, ledger.release_hold
  to lode_staff;
grant execute on function sum_units(bigint), coin_up_day, content_in_force, customer_in_transit, earned_revenue, hold_coin_up_day, hold_mining_days,
  is_in_audience, is_mining_day_begun, last_closed_day, pay_charges, payable_revenue, repeat_machine_terms, seconds_within, setting_at,
  treasury_outside_wallets, withdrawal_transfer_is, set_machine_terms, record_status_correction, lift_freeze, is_contact_proved, customer_outstanding,
  lock_auto_approval, auto_approved_total, known_destination to lode_staff;

-- Security events, the second factor, the signer's journal -------------------------------------------------------------

grant select on customer_contacts to lode_public, lode_worker, lode_staff;
grant select, insert on security_event to lode_public, lode_worker, lode_staff;
grant select, update (used_at) on security_notice to lode_public;
grant select, insert, delete on security_notice to lode_worker;
grant select, insert on customer_second_contact to lode_staff;
grant insert on customer_freeze, alert to lode_public;
grant select (id, kind, subject, resolved_at) on alert to lode_public;
grant select on security_link, security_head, security_unchained, security_check_run to lode_worker, lode_staff;
grant insert on security_check_run to lode_worker, lode_staff;
grant execute on function security_hash, audit_hash, chain_security_events to lode_worker, lode_staff;

grant select, insert on second_factor, recovery_code, second_factor_removal to lode_public;
grant update (last_step, failures, failed_at, sealed_secret, started_at, confirmed_at) on second_factor to lode_public;
grant update (used_at) on recovery_code to lode_public;
grant select on second_factor, recovery_code to lode_staff;
grant select, insert on second_factor_removal to lode_staff;
grant update (last_used_at, idle_until, network) on session to lode_public;

grant select, insert on signer_journal to lode_worker, lode_staff;
-- The first server of a database writes down which pepper it has.
grant update (pepper_fingerprint) on installation to lode_public, lode_worker, lode_staff;

-- Jobs ----------------------------------------------------------------------------------------------------------------

-- The queue's tables are the worker's. Others add jobs by these functions, in the transaction that decides them; a process that
-- serves customers starts what follows from their own actions only.
create function add_job(task text, payload json, queue text, most_attempts int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if task not in ('send-message', 'notify-customer', 'withdrawal-auto-approval')
    and not pg_has_role(session_user, 'lode_worker', 'member') and not pg_has_role(session_user, 'lode_staff', 'member') then
    raise exception 'permission denied for job %', task using errcode = 'insufficient_privilege';
  end if;
  perform from graphile_worker.add_job(task, payload := payload, queue_name := queue, max_attempts := most_attempts);
end $$;

-- One notice for each recipient, any number in one statement.
create function queue_notices(recipients text[], texts text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform count(*) from graphile_worker.add_jobs(array(
    select row('send-message', json_build_object('to', recipient, 'scene', 'NOTICE', 'text', body), null, null, null, null, null, null)::graphile_worker.job_spec
    from unnest(recipients, texts) notice (recipient, body)));
end $$;

-- Whether a job of this name is due or running: the demo shows its messages when they are sent.
create function is_job_waiting(task text) returns boolean language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from graphile_worker.jobs where task_identifier = task and attempts < max_attempts and run_at <= now());
end $$;

revoke all on function add_job(text, json, text, int), queue_notices(text[], text[]), is_job_waiting(text) from public;
grant execute on function add_job(text, json, text, int), queue_notices(text[], text[]), is_job_waiting(text) to lode_public, lode_worker, lode_staff;

-- Locks ---------------------------------------------------------------------------------------------------------------

-- The staff credits small deposits while no block is taken back. To lock a row takes the right to change it, which is the worker's.
create function hold_chain_watcher(of_network text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from chain_watcher where network = of_network for share;
end $$;
revoke all on function hold_chain_watcher(text) from public;
grant execute on function hold_chain_watcher(text) to lode_worker, lode_staff;
