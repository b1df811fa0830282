-- The payout queue is read by its order and by its addresses: neither may cost more the longer the queue and its history are.

create index withdrawal_in_payout on withdrawal (id) where end_transfer_id is null;
create index withdrawal_screening on withdrawal (network, address_key) where phase = 'SCREENING';
