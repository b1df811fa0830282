-- By which way a withdrawal gets its signatures: over the wire or by files, and never by both.

create table withdrawal_signing (
  withdrawal_id bigint primary key references withdrawal (id),
  way text not null check (way in ('ONLINE', 'OFFLINE')),   -- ONLINE: the signer on the wire was asked, and may have signed
  since timestamptz not null
);

grant select, insert, delete on withdrawal_signing to lode_app;
