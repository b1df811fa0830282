-- The COIN UP agreement calls interest 利息, as its screens do. 收益账户 is the account's name; 收益 alone stays where it means any return.
insert into content_revision (kind, name, version, title, text, starts_at, created_at, created_by, published_at, published_by)
select kind, name, '2026-11', replace(title, '收益', '利息'),
  replace(replace(replace(replace(text, '收益', '利息'), '利息账户', '收益账户'), '利息承诺', '收益承诺'), '未来利息', '未来收益'),
  '2020-01-03Z', '2020-01-03Z', 'start', '2020-01-03Z', 'start'
from content_revision where kind = 'AGREEMENT' and name in ('coinup_xy', 'coinup_safe') and version = '2026-01';
