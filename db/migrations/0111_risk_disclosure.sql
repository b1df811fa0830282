-- The risk disclosure counts days as the COIN UP agreement does, names the notice before a lower rate, says what 折合 USDT goes by, and calls
-- the address of a withdrawal as its form does.
-- Customers confirm it again before their next movement of money.
insert into content_revision (kind, name, version, title, text, starts_at, created_at, created_by, published_at, published_by)
select kind, name, '2026-11', title,
  replace(replace(replace(replace(text,
    '页面上的美元估值仅供参考，不构成任何承诺。',
    '页面上折合 USDT 的金额，按最近一个挖矿日的参考价（该日北京时间 08:00）计算，并注明所用币价；仅供参考，不构成任何承诺。'),
    '转入的本金自次一业务日起计息，转出的本金于次一业务日到账。',
    '转入日、转出日为 T 日（北京时间，0 点换日），周末和节假日照常。转入的本金自 T+1 日起计息，转出的本金当日不计息，于 T+1 日到账。'),
    '年化收益率可能调整，调整前会公示，以每日实际结算为准。',
    '年化收益率可能调整，自生效日 0 点起执行；下调至少提前 7 日公告。'),
    '收款地址', '提现地址'),
  '2020-01-03Z', '2020-01-03Z', 'start', '2020-01-03Z', 'start'
from content_revision where kind = 'AGREEMENT' and name = 'user_sm' and version = '2026-01';
