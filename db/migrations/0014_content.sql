-- What the house says to its customers: banners, the notice strip, popups, forced notices, agreements, app versions.

-- Pictures, by the hash of their bytes: what stands behind an address never changes.
create table content_image (
  hash bytea primary key check (hash = sha256(bytes)),
  type text not null check (type in ('png', 'jpg', 'webp', 'gif')),
  width int not null check (width between 1 and 4096),
  height int not null check (height between 1 and 4096),
  bytes bytea not null check (octet_length(bytes) between 1 and 1048576),
  created_at timestamptz not null,
  created_by text not null
);

-- A revision is written once and never edited: a draft first, then published, in the end withdrawn or followed by the next
-- one of its name. Of a name the published one that began last is in force.
create table content_revision (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('BANNER', 'NOTICE', 'POPUP', 'FORCED', 'AGREEMENT', 'VERSION')),
  name text not null check (name ~ '^[a-z0-9][a-z0-9._-]{0,47}$'),
  version text check (length(version) between 1 and 32),         -- of an agreement: what its confirmations name
  title text check (length(title) between 1 and 60),
  text text check (length(text) between 1 and 20000),            -- plain
  html text check (length(html) between 1 and 20000),            -- sanitised
  image_hash bytea references content_image (hash),
  url text check (length(url) <= 500 and url ~ '^https?://'),
  is_force boolean not null default false,
  content_hash bytea not null check (length(content_hash) = 32), -- of all that is shown; the trigger below writes it
  starts_at timestamptz,                        -- null in a draft: at its publication
  ends_at timestamptz,
  audience_tag text check (length(audience_tag) between 1 and 64), -- null: everybody
  position int not null default 0 check (position between 0 and 999),
  created_at timestamptz not null,
  created_by text not null,
  published_at timestamptz,
  published_by text,
  approved_by text,
  withdrawn_at timestamptz,
  withdrawn_by text,
  check (ends_at > starts_at),
  check ((published_at is null) = (published_by is null) and (withdrawn_at is null) = (withdrawn_by is null)),
  check (published_at is null or starts_at is not null),
  check (withdrawn_at is null or published_at is not null),
  check (approved_by <> published_by),
  constraint parts_of_its_kind check (case kind
    when 'BANNER' then image_hash is not null and (html is null or title is not null) and num_nonnulls(text, version) = 0
    when 'POPUP' then image_hash is not null and (html is null or title is not null) and num_nonnulls(text, version) = 0
    when 'NOTICE' then text is not null and length(text) <= 500 and title is not null and num_nonnulls(image_hash, url, version) = 0
    when 'FORCED' then html is not null and num_nonnulls(text, url, version) = 0
    when 'AGREEMENT' then num_nonnulls(version, title, text) = 3
      and num_nonnulls(html, image_hash, url, ends_at, audience_tag) = 0
    else name ~ '^[0-9]\.[0-9]\.[0-9]\.[0-9]$' and html is not null and num_nonnulls(text, image_hash, url, version, audience_tag) = 0
  end),
  check (num_nonnulls(url, html) < 2 or kind not in ('BANNER', 'POPUP')),
  check (not is_force or kind = 'VERSION')
);
create index content_revision_in_force on content_revision (kind, name, starts_at desc, id desc)
  where published_at is not null and withdrawn_at is null;
create index content_revision_of_name on content_revision (kind, name, id desc);
-- Two texts never stand under one version: a confirmation names it.
create unique index content_revision_version on content_revision (name, version)
  where kind = 'AGREEMENT' and published_at is not null;

-- The words are hashed where they are kept: what is confirmed is what was shown, whoever wrote the row.
create function hash_content() returns trigger language plpgsql as $$
begin
  new.content_hash := sha256(convert_to(concat_ws(E'\x1f', new.kind, new.name, coalesce(new.version, ''), coalesce(new.title, ''),
    coalesce(new.text, ''), coalesce(new.html, ''), coalesce(encode(new.image_hash, 'hex'), ''), coalesce(new.url, ''),
    new.is_force), 'UTF8'));
  return new;
end $$;
create trigger content_hash before insert on content_revision for each row execute function hash_content();

-- What is in force of a kind at a time, one of a name. One that has ended leaves its name empty: an older one does not return.
-- It steps from name to name and takes the newest of each, all by the index: how often a name was published costs nothing.
create function content_in_force(wanted_kind text, at timestamptz) returns setof content_revision language sql stable as $$
  with recursive named (name) as (
    (select name from content_revision
     where kind = wanted_kind and published_at is not null and withdrawn_at is null order by name limit 1)
    union all
    select (select r.name from content_revision r
            where r.kind = wanted_kind and r.published_at is not null and r.withdrawn_at is null and r.name > named.name
            order by r.name limit 1)
    from named where named.name is not null
  )
  select newest.* from named cross join lateral (
    select * from content_revision r
    where r.kind = wanted_kind and r.name = named.name and r.published_at is not null and r.withdrawn_at is null and r.starts_at <= at
    order by r.starts_at desc, r.id desc limit 1
  ) newest
  where newest.ends_at is null or newest.ends_at > at
$$;

-- Whether a customer is among those that a revision is for; null is somebody without a session.
create function is_in_audience(tag text, caller bigint) returns boolean language sql stable as $$
  select tag is null or exists (select from customer where id = caller and tag = any (tags))
$$;

-- Who confirmed which words, when, on what device. The same words under another schedule are not asked for again.
create table forced_notice_confirmation (
  customer_id bigint not null references customer (id),
  content_hash bytea not null check (length(content_hash) = 32),
  revision_id bigint not null references content_revision (id),
  device_id text check (length(device_id) <= 128),
  confirmed_at timestamptz not null,
  primary key (customer_id, content_hash)
);

-- The texts that the product came with, in force from the start like the settings to start with.
insert into content_revision (kind, name, version, title, text, starts_at, created_at, created_by, published_at, published_by) values
  ('AGREEMENT', 'user_agreement', '2026-01', '用户协议', '本协议说明您使用矿脉查看和管理托管矿机、产出与电费时，双方的权利和义务。勾选同意并登录，即表示您已阅读并接受本协议。

一、与合同的关系
矿机的认购或托管、价格、期限和交付，以您与运营方签署的合同为准；本协议只约定本平台的使用。两者不一致时，以合同为准。

二、账户
账户由客户经理为您开通，平台不开放自助注册。
请使用本人的手机号或邮箱，妥善保管密码和验证码，不要告诉任何人。运营方的工作人员不会向您索要密码或验证码。
您可以在“登录设备”中查看登录着账户的设备，并让不认识的设备下线。发现账户异常，请立即修改密码并联系客户经理。

三、矿机
您可以查看名下矿机的状态，并在允许的状态下开机或关机。关机期间没有产出，也不产生电费；自有矿机的托管费不受开关机影响。
机房维护、限电、设备故障或您的电费欠缴，都会使矿机停止产出。每次状态变化都记入该矿机的状态记录。

四、产出
产出按挖矿日（UTC 零时至次日零时）计算，在次日北京时间 14:00 起日结入账。
BTC 产出按 FPPS 方式，由全网数据、矿机算力、运行时间和费率算出，并随产出列出计算依据，您可以在本机复算。其他币种按矿池上报的结果入账。
入账金额舍至该币种的最小单位。页面上的“预估”仅供参考，以日结为准。

五、电费与托管费
电费按矿机的运行时间、额定功率和电价计算，每日日结时从您选择的账户扣除，不足部分从另一个账户补足。用产出抵扣电费时，按当日折算价计算，产出账户中您充值的币也会被扣除。
两个账户都不足时，未付部分记为欠费，矿机可能因欠费停机。充值后立即补扣，结清后矿机按您的意愿恢复运行。
自有矿机按自然月收取托管费，不足整月的按天计算。

六、记录与更正
每一笔入账和扣款都有记录，已入账的记录不会被改写；发现差错时，以新的更正记录调整，并同样可以查看。
您对任何一笔记录有疑问，请提供记录号联系客户经理核对。

七、风险提示
加密货币价格、全网难度和区块手续费会大幅波动，产出可能低于电费。平台不承诺收益，历史产出不代表将来。
页面上折合为 USDT 的金额，按所标注的币价计算，仅供参考。

八、使用约定
请勿利用本平台从事违法活动，请勿尝试进入他人账户、干扰服务或以程序大量请求。发生这些情况时，运营方可以限制或停用账户，并依法处理。
因不可抗力、网络或第三方服务中断造成服务暂停时，运营方会尽快恢复；已产生的产出和费用仍按记录结算。

九、变更与争议
本协议更新后在本页发布，并更新版本日期。您不同意更新内容的，可以停止使用并联系客户经理办理退出。
因本协议产生的争议，先由双方协商；协商不成的，按您与运营方所签合同约定的方式解决。', '2020-01-01Z', '2020-01-01Z', 'start', '2020-01-01Z', 'start'),
  ('AGREEMENT', 'user_ys', '2026-01', '隐私政策', '本政策说明矿脉收集哪些信息、用来做什么、保存在哪里，以及您可以怎样管理它们。

一、我们收集的信息
账户：您的手机号或邮箱、昵称，以及客户经理为您设置的客户标签。
密码：只保存经不可逆算法处理的结果，运营方看不到您的密码。
登录：登录时间、登录是否成功，以及一个随机生成的设备号，用来区分您的登录设备。设备号不来自手机硬件。
验证码：发送时间、用途和是否使用，验证码本身只保存处理后的结果。
业务：您的矿机、产出、电费、账户流水，以及您在平台上的操作。
网络地址：用来限制过于频繁的请求，并保障服务安全。

二、我们不收集的信息
不读取您的位置、通讯录、相册和剪贴板，不使用广告或第三方统计工具，也不为广告建立您的画像。

三、信息的用途
用于登录和安全校验、计算产出与费用、入账与对账、答复您的咨询，以及履行与您签署的合同和法律规定的义务。不用于其他目的。

四、保存在您设备上的信息
浏览器本地存储中保存登录凭证、账户信息、设备号、界面主题、金额隐藏设置和最近一次的资产数字，使页面打开更快。密码不会保存在其中。
退出登录会删除登录凭证、账户信息和资产数字。清除浏览器数据会删除全部。

五、信息的提供
我们不出售您的信息。
发送验证码时，您的手机号或邮箱和验证码内容会交给短信或邮件服务商，仅用于这次发送。
法律、法规或有权机关依法要求时，我们在必要的范围内提供。

六、保护与保存
登录凭证在服务器上只保存处理后的结果；工作人员按职责取得权限，其操作留有记录和理由。
登录与验证码记录在不再需要后清理。账务记录是您资产的凭据，不会改写，在合同期内以及法律要求的期限内保存。

七、您的权利
您可以查看自己的矿机和每一笔记录，查看并下线登录设备，修改密码。
查询、更正账户信息，或申请注销账户，请联系客户经理。注销后，依法须保存的账务记录会保留至期限届满。

八、更新
本政策更新后在本页发布，并更新版本日期。涉及信息用途的重大变化，会另行告知您。', '2020-01-01Z', '2020-01-01Z', 'start', '2020-01-01Z', 'start'),
  ('AGREEMENT', 'user_sm', '2026-01', '风险声明', '请在首次进行资金操作（转入、转出 COIN UP，提现）之前完整阅读本声明。确认即表示您已理解并愿意承担以下风险。

一、价格风险
比特币等数字资产的价格波动剧烈，可能在短时间内大幅下跌。页面上的美元估值仅供参考，不构成任何承诺。

二、产出风险
矿机的产出取决于全网算力、难度、区块奖励与手续费，会随时变化。预计产出、回本周期均为估算，历史产出不代表未来产出。

三、电费与停机
电费每日从您的账户扣除。余额不足且仍有欠费时，矿机会停机，停机期间没有产出。转出资金前请确认剩余余额足以支付电费。

四、COIN UP
转入的本金自次一业务日起计息，转出的本金于次一业务日到账。年化收益率可能调整，调整前会公示，以每日实际结算为准。本产品不是银行存款，不受存款保险保护。

五、链上转账
提现一经上链即无法撤回。请反复核对币种、网络与收款地址；填写错误造成的损失无法追回。区块链拥堵、分叉或重组可能使到账延迟。

六、账户安全
请妥善保管登录密码、资金密码与验证码，工作人员不会向您索要。修改密码、更换设备或使用新地址后，提现会暂停一段时间，以便您发现并阻止他人的操作。

七、合规
请确认您所在地区的法律允许您使用本产品，并自行承担由此产生的税务义务。', '2020-01-01Z', '2020-01-01Z', 'start', '2020-01-01Z', 'start'),
  ('AGREEMENT', 'coinup_xy', '2026-01', 'COIN UP 协议', '请在转入前完整阅读。转入即表示您同意以下条款。

一、服务内容
COIN UP（活期增币）是面向本平台客户的活期增值服务，支持 BTC 与 USDT。BTC 从产出账户转入，USDT 从电费账户转入；赠送的电费额度不能转入。

二、转入申购
转入日为 T 日（北京时间，0 点换日）。转入立即扣款，T+1 日起息，T+2 日首次发放收益。每次转入不低于页面公布的最低数量。
USDT 最多输入 2 位小数，BTC 最多 8 位小数；选择“全部”时可转入全部余额。

三、计息与发放
每日收益 = 全天计息的本金 × 当日年化 ÷ 365，按各币种最小单位计，不足部分累积到次日。
收益每日发放到收益账户，每笔收益注明所用年化，可随时转出，立即到账。

四、转出赎回
转出的本金当日不计息，T+1 日到账：BTC 到产出账户，USDT 到电费账户。在途的本金不能转出。到账后如有欠费，将先行支付。

五、年化调整
年化由平台设定并在页面公布，自生效日 0 点起执行；下调至少提前 7 日公告。已发放的收益不受影响。

六、收益基金
收益由平台的收益基金支付，不使用客户本金。基金不足时，收益记为待发放，补足后按日期先后补发，期间暂停转入，转出不受影响。

七、安全
转入与转出须输入资金密码。请勿将资金密码告诉任何人，平台工作人员不会向您索取。

八、风险
参考年化不构成收益承诺。数字资产价格波动较大，请根据自身情况决定是否参与。', '2020-01-01Z', '2020-01-01Z', 'start', '2020-01-01Z', 'start'),
  ('AGREEMENT', 'coinup_safe', '2026-01', '本金与收益如何隔离', '您的本金、您的收益和平台的钱，记在各自的账户里，互不挪用。

本金单独记账
每位客户的 COIN UP 本金记在本人名下的 COIN UP 账户，逐笔对应转入与转出。平台不用客户本金支付收益，也不用一位客户的本金支付另一位客户的转出。

收益来自收益基金
每日收益只从平台的收益基金支付。基金由平台出资，每次注资须两人复核并留下记录；基金余额不会低于零。
基金不足以支付某一币种某一天的全部收益时，当天对所有人都不发放，记为待发放，并暂停转入；基金补足后按日期先后自动补发，每一天只发一次。

每日核对
每个计息日结束后，系统核对：本金合计等于所有持仓之和，当日收益等于逐笔计算之和，到账等于应到账之和。有一处不符，当日不结账。
已结的日子不再改动，更正只会作为新的一笔记在之后的日子。

转出不受限制
计息中的本金可随时转出，次日到账。暂停转入或收益待发放期间，转出照常。

风险提示
参考年化会调整，不构成对未来收益的承诺。收益能否按日发放，取决于收益基金；COIN UP 不是银行存款，不受存款保险保护。
BTC 价格波动可能使本金折合 USDT 的价值下降。转入 USDT 会减少可用电费，电费耗尽矿机会停机。', '2020-01-01Z', '2020-01-01Z', 'start', '2020-01-01Z', 'start'),
  ('AGREEMENT', 'about', '2026-01', '关于矿脉', '矿脉是托管矿机的客户平台。您可以在这里查看名下每台矿机的状态、每日产出和电费，管理钱包，并使用 COIN UP 活期增币。

每一笔都可核对
每日产出随附全网数据、算力、运行时间和费率，您可以在自己的浏览器里逐步复算。每一笔入账和扣款都有记录，已入账的记录不会被改写。

两人经手
调账、提现打款和参数变更须由两名工作人员分别提出和复核，并留下理由。

联系我们
账户、矿机和合同事宜，请联系为您开户的客户经理。工作人员不会向您索要密码或验证码。', '2020-01-01Z', '2020-01-01Z', 'start', '2020-01-01Z', 'start');

insert into setting (key, effective_from, value, changed_by, reason) values
  ('webview.hosts', '2020-01-01Z', '[]', 'start', 'settings to start with');

grant select, insert on content_image to lode_app;
grant select, insert, update (starts_at, published_at, published_by, approved_by, withdrawn_at, withdrawn_by) on content_revision to lode_app;
grant select, insert on forced_notice_confirmation to lode_app;
grant execute on function content_in_force(text, timestamptz) to lode_app;
grant execute on function is_in_audience(text, bigint) to lode_app;
