-- Pictures of content are ours alone: the privacy policy does not speak of other sites' any more. It takes the place of the text
-- that the product came with; one that an operator has published since began later and stays.
insert into content_revision (kind, name, version, title, text, starts_at, created_at, created_by, published_at, published_by)
select kind, name, '2026-11', title,
  regexp_replace(text, '公告和活动的正文可能含有其他网站的图片。[^\n]*', '公告和活动的图片由我们保存和提供。显示时，您的浏览器不会向其他网站取图。'),
  '2020-01-03Z', '2020-01-03Z', 'start', '2020-01-03Z', 'start'
from content_revision where kind = 'AGREEMENT' and name = 'user_ys' and version = '2026-02' and created_by = 'start'
on conflict (name, version) where kind = 'AGREEMENT' and published_at is not null do nothing;
