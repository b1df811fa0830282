-- What a customer's open withdrawals take out is read with every wallet: from the index alone, which has only the open ones.
create index withdrawal_under_way on withdrawal (customer_id, coin) include (amount) where end_transfer_id is null;
