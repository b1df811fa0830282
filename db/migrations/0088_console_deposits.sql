-- Lists of deposits in the console, the newest first: each state and coin is a part of one index, and a list merges the parts that it may hold.
create index deposit_list on deposit (status, coin, seen_at desc, id desc);
