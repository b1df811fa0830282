-- A key that no address has cannot be read back as one. Of Bitcoin a key is the output's script: P2PKH, P2SH, or a witness program of 2 to 40
-- bytes (BIP 141; of version 0 of 20 or 32). Of Ethereum it is the account's 20 bytes.
create function is_address_key(network text, key text) returns boolean language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select case network
    when 'ERC20' then key ~ '^[0-9a-f]{40}$'
    when 'BITCOIN' then
      key ~ '^(76a914[0-9a-f]{40}88ac|a914[0-9a-f]{40}87|0014[0-9a-f]{40}|0020[0-9a-f]{64})$'
      or key ~ '^(5[1-9a-f]|60)(0[2-9a-f]|1[0-9a-f]|2[0-8])([0-9a-f]{2}){2,40}$'
        and length(key) = 4 + 2 * get_byte(decode(substr(key, 3, 2), 'hex'), 0)
    else false
  end
$$;
revoke all on function is_address_key(text, text) from public;
grant execute on function is_address_key(text, text) to lode_public, lode_worker, lode_staff;

alter table deposit_address drop constraint deposit_address_key_check, add constraint deposit_address_key_check check (is_address_key(network, key));
alter table house_address drop constraint house_address_key_check, add constraint house_address_key_check check (is_address_key(network, key));
alter table cold_address drop constraint cold_address_key_check, add constraint cold_address_key_check check (is_address_key(network, key));
alter table deny_list drop constraint deny_list_address_key_check,
  add constraint deny_list_address_key_check check (is_address_key(network, address_key));
alter table treasury_destination drop constraint treasury_destination_address_key_check,
  add constraint treasury_destination_address_key_check check (is_address_key(network, address_key));
alter table withdrawal drop constraint withdrawal_address_key_check,
  add constraint withdrawal_address_key_check check (is_address_key(network, address_key));
alter table withdrawal_address drop constraint withdrawal_address_address_key_check,
  add constraint withdrawal_address_address_key_check check (is_address_key(network, address_key));
