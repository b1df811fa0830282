import { subjectText } from './subjects.ts';

interface AlertText {
  name: string;
  /** What has happened, for a reader without the log. */
  means: string;
  /** What to do first. */
  next: string;
  /** The name of its page in `docs/runbooks`. */
  runbook: string;
}

/** Each kind of alert that the server raises (the alerts slice lists them). */
export const alertTexts: Record<string, AlertText> = {
  'books-differ': {
    name: '账目有差异',
    means: '账目校验发现这个币种对不上，它的付款已全部停下。',
    next: '打开「账本」看差异，按手册逐条查明。',
    runbook: 'books-do-not-balance',
  },
  'books-unchecked': {
    name: '账目没有校验',
    means: '账目校验太久没有跑完，所有付款已停下。',
    next: '打开「健康」看校验任务为什么没有跑完。',
    runbook: 'books-do-not-balance',
  },
  'watcher-stopped': {
    name: '链上监听停了',
    means: '这条链的区块不再被读取：充值不入账，付款不确认。',
    next: '查节点是否在运行、是否在对的链上。恢复后警报会自动消失。',
    runbook: 'a-chain-is-not-followed',
  },
  'foreign-address': {
    name: '数据库里有不属于本系统的地址',
    means: '有一个充值地址不是由公钥推出的，打到它的币不会入账。',
    next: '不要让客户再用它。查是谁在何时写入，可能有人动过数据库。',
    runbook: 'a-foreign-address',
  },
  'cold-address-in-use': {
    name: '冷钱包地址被别处使用',
    means: '冷钱包描述符推出的地址已在别处出现，打到那里的币不计入托管。',
    next: '让持有人停用这些地址，查描述符是否重复登记。',
    runbook: 'a-foreign-address',
  },
  'deposit-removed': {
    name: '入账被链重组移除',
    means: '一笔已入账的充值不在链上了，这位客户的提现已停下。',
    next: '等它再次上链；长时间没有，就按手册追回或核销。',
    runbook: 'a-chain-is-not-followed',
  },
  'deposit-changed': {
    name: '入账与链上不符',
    means: '一笔已入账的充值再次上链时，金额或收款地址变了。',
    next: '逐笔对照链上记录，查清前不要标为已处理。',
    runbook: 'withdrawals-wait',
  },
  'arrival-removed': {
    name: '到账已不在链上',
    means: '一笔处理过的待解释的到账不在链上了，它的币可能已经花掉。',
    next: '按手册查清，再决定是否冲回。',
    runbook: 'coins-in-suspense',
  },
  'close-is-hindered': {
    name: '日结会失败',
    means: '按现在的数据，下一次日结会停下，或漏掉一部分。',
    next: '打开「日结」，照列出的原因补齐数据。',
    runbook: 'day-close-did-not-close',
  },
  'outage-credit-waits': {
    name: '停机补偿在等余额',
    means: '这笔停机补偿还发不出去，多半是收入账户的余额不够。',
    next: '看系统记录里缺什么；补上后会自动发放。',
    runbook: 'day-close-did-not-close',
  },
  'customer-reported': {
    name: '客户报告「不是我」',
    means: '客户点了通知里的链接：提现已冻结，登录已全部退出。',
    next: '先打电话联系客户，查明后再解冻。',
    runbook: 'a-customer-reports-an-event',
  },
  'security-log-broken': {
    name: '安全日志链断了',
    means: '安全日志有行被改动或删除。',
    next: '按手册对照导出的副本，当作入侵处理。',
    runbook: 'security-log-is-broken',
  },
  'staff-altered': {
    name: '员工资料被改动',
    means: '员工、角色或密钥与安全日志记的不一致，可能有人直接改了数据库。',
    next: '停用有出入的账号，查数据库是谁登录过。',
    runbook: 'a-member-of-staff-leaves',
  },
  'signer-journal': {
    name: '签名日志被回滚',
    means: '签名机的日志比服务器记得的短，签名机可能被恢复到旧状态。',
    next: '不要重启或批准付款，按手册核对日志。',
    runbook: 'signer',
  },
  'second-node': {
    name: '大额充值等第二节点',
    means: '第二节点没有证实这些大额充值，它们还没有入账。',
    next: '查第二节点是否在运行。它没有的充值，不要手工入账。',
    runbook: 'a-chain-is-not-followed',
  },
  'machines-imported': {
    name: '导入的矿机要有人看过',
    means: '一次导入的矿机很多、免电费，或在新的机房。',
    next: '打开「矿机」核对这批导入和文件来源。',
    runbook: 'machines-were-imported',
  },
  'network-day-differs': {
    name: '全网数据与节点不符',
    means: '导入的全网日数据和节点算出的不同，产出会按它计算。',
    next: '查清是文件还是节点有误。文件有误也照常日结，之后逐台更正。',
    runbook: 'a-network-day-differs',
  },
  'notices-used-up': {
    name: '今日通知已用完',
    means: '24 小时内的安全通知已发满，之后的发不出去。',
    next: '查是谁触发了这么多通知；确属正常再提高 NOTICES_PER_DAY。',
    runbook: 'codes-and-notices-run-out',
  },
  'codes-run-out': {
    name: '陌生设备的验证码将用完',
    means: '陌生设备触发的验证码快到一天的上限，之后只有已知设备能收到。',
    next: '导出安全日志（security-log:export）看来自哪些网络；确属正常再提高 CODES_PER_DAY。',
    runbook: 'codes-and-notices-run-out',
  },
  'codes-guessed': {
    name: '有人在大量猜验证码',
    means: '24 小时内有很多次猜错验证码。',
    next: '陌生人猜的，导出安全日志（security-log:export）查网络；员工猜的，在「审计日志」查是哪位。',
    runbook: 'codes-and-notices-run-out',
  },
  'lock-held': {
    name: '数据库锁被占住',
    means: '有一个数据库会话占着锁，别的任务在等它。',
    next: '按系统记录里的办法结束它，并查它是什么程序。',
    runbook: 'a-lock-is-held',
  },
  'lists-differ': {
    name: '列表的计数不对',
    means: '重新数过，控制台列表里的矿机数或欠费客户与实际不符。账目不受影响。',
    next: '按手册重新计数，并查是谁绕过了数据库的触发器。',
    runbook: 'a-list-is-counted-wrongly',
  },
  'hot-wallet-short': {
    name: '热钱包余额不足',
    means: '热钱包不够付已批准的提现，它们在等。',
    next: '从冷钱包补充，或等归集完成。够了会自动继续。',
    runbook: 'hot-wallet-is-short',
  },
  'cold-refused': {
    name: '签名机拒签转冷钱包',
    means: '要转入冷钱包（或新密钥）的一笔，签名机没有签；热钱包里的钱超过上限。',
    next: '看系统记录里的原因：日额度用完会自动继续，地址不符先查是谁改的。',
    runbook: 'cold-storage',
  },
  'payment-unproven': {
    name: '付款已上链，未见付出',
    means: '一笔付款已最终确认，但节点说它没有付出；这个币种的付款都在等。',
    next: '先在两个区块浏览器上查收款人收到多少，再在「卡住的付款」里处理。',
    runbook: 'withdrawals-wait',
  },
  'payment-removed': {
    name: '已付提现被链重组移除',
    means: '一笔已付的提现不在链上了，系统会把同一笔交易再发一次。',
    next: '一般不用处理。切勿另外再付一次。',
    runbook: 'withdrawals-wait',
  },
  'payment-lost': {
    name: '付款交易消失',
    means: '账上已付的提现不可能再上链，客户可能没有收到。',
    next: '查占用它输入的那笔交易付给了谁，再由两人决定更正。',
    runbook: 'withdrawals-wait',
  },
  'paid-and-returned': {
    name: '既付出又退回',
    means: '一笔已退回的提现又上链了，客户拿了两次。',
    next: '马上停用这位客户，避免退回的钱再被提走。',
    runbook: 'withdrawals-wait',
  },
};

/** A coin, a network or a record; other subjects, such as `payments`, say no more than the alert's name. */
function aboutOf(subject: string): string {
  const text = subjectText(subject);
  return text !== subject || /^[A-Z]/.test(subject) ? ` · ${text}` : '';
}

/** What an alert is called, with what it is about. */
export const alertTitle = (kind: string, subject: string | null): string => alertName(kind) + aboutOf(subject ?? '');

const alertName = (kind: string): string => alertTexts[kind]?.name ?? kind;

/** What an alert of the kind means; of a newer server what it says. */
export const alertMeaning = (kind: string, message: string): string => alertTexts[kind]?.means ?? message;

/** What leads to a runbook: the alert that was opened, or each that has it. */
export const alertsOfRunbook = (runbook: string, kind: string | null): ({ kind: string } & AlertText)[] => {
  const all = Object.entries(alertTexts).flatMap(([one, text]) =>
    text.runbook === runbook ? [{ kind: one, ...text }] : [],
  );
  const opened = all.filter((one) => one.kind === kind);
  return opened.length > 0 ? opened : all;
};
