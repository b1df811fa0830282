-- The user agreement since every record has its own way to ask: no number has to be copied, and one word names the house.
insert into content_revision (kind, name, version, title, text, starts_at, created_at, created_by, published_at, published_by)
select kind, name, '2026-11', title,
  replace(replace(text, '请提供记录号联系客户经理核对', '请在记录详情中就该笔记录咨询，或联系客服核对'), '联系客户经理', '联系客服'),
  '2020-01-03Z', '2020-01-03Z', 'start', '2020-01-03Z', 'start'
from content_revision where kind = 'AGREEMENT' and name = 'user_agreement' and version = '2026-01';
