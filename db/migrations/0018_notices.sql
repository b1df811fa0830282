-- Notices: messages to customers without a code.

alter table local_message alter column code drop not null;
alter table local_message add column text text not null default '' check (length(text) <= 1000);
