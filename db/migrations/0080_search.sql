-- What the staff finds things by: the end of a phone number, a machine's number in any case and by its beginning, an address, an amount. Each has an index
-- that walks straight to the few that are shown.
create index customer_account_end on customer ((reverse(account)) collate "C");
create index customer_tags on customer using gin (tags);
create index customer_second_contact_of on customer_second_contact (contact);
create index machine_number on machine ((upper(machine_no)) collate "C");
create index withdrawal_to_address on withdrawal (network, address_key, id desc);
create index withdrawal_of_amount on withdrawal (coin, amount, id desc);
create index withdrawal_address_of_key on withdrawal_address (network, address_key);
create index deposit_of_amount on deposit (coin, amount, id desc);
-- What the staff did with one customer, besides looking.
create index audit_log_subject on audit_log (subject, id desc) where action <> 'customer:show';
