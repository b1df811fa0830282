-- Only messages that were sent count against their budget; requests for accounts that do not exist send none.

create index one_time_code_budget on one_time_code (sent_at desc) where code_hash is not null;
