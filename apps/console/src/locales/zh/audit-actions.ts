import { actionName, actions } from '@lode/contract/proposal-names';

/** What the audit log has beside the actions of two people. */
const names: Record<string, string> = {
  'alarm:settle': '处理警报',
  'approver:key': '审批密钥',
  'audit:show': '查看审计日志',
  'books:package': '导出月报',
  'list:export': '导出列表',
  'coin-up:positions': '查看 COIN UP 持仓',
  'cold:free': '释放冷钱包输入',
  'cold:refill-cancel': '取消冷钱包补充',
  'cold:refill-export': '导出冷钱包补充',
  'cold:refill-submit': '提交冷钱包签名',
  'content:confirmations': '查看公告确认',
  'content:draft': '写内容草稿',
  'content:image': '上传图片',
  credit: '手工入账',
  'customer:change': '改客户名称或标签',
  'customer:contact-change': '改客户联系方式',
  'customer:contact-code': '发送联系方式验证码',
  'customer:contact-prove': '验证新联系方式',
  'customer:contact-second': '设第二联系方式',
  'customer:create': '新建客户',
  'customer:disable': '停用客户',
  'customer:enable': '恢复客户',
  'customer:end-sessions': '结束客户会话',
  'customer:pay-mode': '改缴费方式',
  'customer:search': '搜索客户',
  'customer:show': '查看客户',
  'customer:standing': '查看客户账目',
  'customer:statement': '导出客户账单',
  'customer:view': '查看客户所见',
  'days:attach-month': '取回一个月的日子',
  'days:detach-month': '移出一个月的日子',
  'days:seal-month': '封存一个月的日子',
  'day-close:order': '开始日结',
  'day-close:order-check': '预检日结',
  'deposit:manual': '柜台收款',
  'deposit:search': '搜索充值',
  'deposit:show': '查看充值',
  'deposit:skip-addresses': '跳过充值地址',
  'destination:remove': '删除自有资金收款地址',
  'import:customers': '导入客户',
  'import:deny-list': '导入禁付名单',
  'import:machines': '导入矿机',
  'import:network-days': '导入网络日',
  'import:pool-report': '导入矿池报告',
  'import:preview': '核对导入文件',
  'import:prices': '导入币价',
  'import:rates': '导入汇率',
  'job:retry': '重新开始任务',
  'ledger:attach-month': '取回一个月的账',
  'ledger:detach-month': '移出一个月的账',
  'ledger:entries': '查看流水',
  'ledger:of-customer': '查看客户流水',
  'ledger:seal-month': '封存一个月的账',
  'ledger:show': '查看转账',
  'machine:purchase-price': '矿机购价',
  'machine:show': '查看矿机',
  'machine:status': '改矿机状态',
  'message:preview': '预览群发消息',
  'model:create': '新建机型',
  'proposal:file': '下载变更清单',
  'proposal:list': '查看变更列表',
  'proposal:new': '提议变更',
  'proposal:preview': '预览变更',
  'proposal:reject': '驳回变更',
  'proposal:show': '查看变更',
  'repair:change': '改维修工单',
  'repair:note': '写维修备注',
  'repair:open': '开维修工单',
  search: '搜索',
  'staff:baseline': '登记已有员工',
  'staff:key': '生成审批密钥',
  'staff:passkey': '添加通行密钥',
  'staff:password': '改员工密码',
  'staff:set-up': '建立员工',
  'staff:totp': '绑定身份验证器',
  'support:answer': '回复提问',
  'support:assign': '转交提问',
  'support:close': '结束提问',
  'support:list': '查看提问列表',
  'support:show': '查看提问',
  'suspense:list': '查看待解释',
  'withdrawal:approve': '批准提现',
  'withdrawal:by-rule': '查看自动批准',
  'withdrawal:export': '导出离线签名',
  'withdrawal:find': '找提现',
  'withdrawal:free': '释放付款输入',
  'withdrawal:import': '导入离线签名',
  'withdrawal:note': '写提现判断',
  'withdrawal:offline': '改为离线签名',
  'withdrawal:propose': '提议提现',
  'withdrawal:reject': '驳回提现',
  'withdrawal:review': '查看提现审核',
  'withdrawal:rule-off': '关闭自动批准',
  'withdrawal:rule-replay': '试算自动批准',
  'withdrawal:search': '搜索提现',
  'withdrawal:show': '查看提现',
  'withdrawal:waiting': '查看待审提现',
};

/** The audit log is searched by what the page shows: `批准提现` is `withdrawal:approve`; a command is itself. */
export function auditActionOf(text: string): string {
  const named = [...Object.keys(names), ...actions];
  return named.find((action) => auditActionName(action) === text) ?? text;
}

/** Reasons that the product writes itself; all others are a person's own words. */
const ownReasons: Record<string, string> = {
  console: '—',
  'a key for approvals was made': '生成了审批密钥',
  'a passkey was added': '添加了通行密钥',
  'a password of its own': '设了自己的密码',
  'an app was set up': '绑定了身份验证器',
  'as it stood when the audit log began to hold it': '审计日志开始登记时的样子',
  'the first members': '最初的员工',
};
const ownSentences: readonly (readonly [RegExp, string])[] = [
  [/^approved on the signer's page, signature ([0-9a-f]+)$/, '在签名页签署，签名 $1'],
  [/^(?:the days of )?(\S+) (?:is|are) sealed: ([0-9a-f]+)$/, '$1 已封存，封条 $2'],
  [/^(?:the days of )?(\S+) (?:is|are) in the schema archive; .*$/, '$1 已移出，余额已结转'],
  [/^(?:the days of )?(\S+) (?:is|are) back, as (?:it was|they were) sealed$/, '$1 已取回，与封存时相同'],
];

/** Why, in the reader's language where the product wrote it. */
export function auditReason(reason: string): string {
  const own = ownSentences.find(([pattern]) => pattern.test(reason));
  return ownReasons[reason] ?? (own === undefined ? reason : reason.replace(own[0], own[1]));
}

/** What the audit log calls an action; of a newer server its command. */
export const auditActionName = (action: string): string => names[action] ?? actionName(action);
