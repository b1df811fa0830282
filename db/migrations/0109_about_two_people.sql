-- The page about the house calls what two people do 双人复核, as the console does.
insert into content_revision (kind, name, version, title, text, starts_at, created_at, created_by, published_at, published_by)
select kind, name, '2026-11', title, replace(text, E'\n两人经手\n', E'\n双人复核\n'), '2020-01-03Z', '2020-01-03Z', 'start', '2020-01-03Z', 'start'
from content_revision where kind = 'AGREEMENT' and name = 'about' and version = '2026-01';
