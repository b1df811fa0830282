-- What the console's pages of content read: revisions of all kinds by their age, and who has confirmed a text.
-- See docs/adr/0079-content-in-the-console.md.

create index content_revision_drafts on content_revision (kind, id desc) where published_at is null;
create index forced_notice_confirmation_of_text on forced_notice_confirmation (content_hash, confirmed_at desc, customer_id desc);
create index risk_confirmation_of_version on risk_confirmation (version, confirmed_at desc, customer_id desc);
