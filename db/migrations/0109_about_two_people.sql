-- The page about the house calls what two people do 双人复核, as the console does, and names what is approved by the house's bounds.
insert into content_revision (kind, name, version, title, text, starts_at, created_at, created_by, published_at, published_by)
select kind, name, '2026-11', title,
  replace(
    replace(text, E'\n两人经手\n', E'\n双人复核\n'),
    '分别提出和复核，并留下理由。', '分别提出和复核，并留下理由；付给常用地址的小额提现，可在两人事先批准的限额内自动审核。'
  ), '2020-01-03Z', '2020-01-03Z', 'start', '2020-01-03Z', 'start'
from content_revision where kind = 'AGREEMENT' and name = 'about' and version = '2026-01';
