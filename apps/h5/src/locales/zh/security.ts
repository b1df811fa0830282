import type { Data } from '@lode/contract';

type Kind = Data<'securityNotice'>['kind'];

/** The page behind the link of a security notice. */
export const securityMessages = {
  intro: '请确认下面的操作是否由您本人进行。',
  account: '账号',
  event: '操作',
  time: '时间（北京时间）',
  subject: '内容',
  effects:
    '点击后，您的提现立即冻结，所有设备退出登录。已经签名发出的款项无法撤回，尚未签名的不会付出。解冻需联系客服核实身份。',
  notMe: '不是我，立即冻结提现',
  itWasMe: '如果是您本人操作，无需处理，关闭本页即可。',
  alreadyFrozen: '您的提现已处于冻结状态。',
  frozenTitle: '提现已冻结',
  frozenText: '所有设备已退出登录。请尽快重新设置登录密码，并联系客服核实身份后解冻。',
  setPassword: '重新设置登录密码',
  usedTitle: '链接已使用过',
  usedText: '此链接曾用于冻结提现，之后已由客服解冻。如再有异常，请打开最新一条通知中的链接，或联系客服。',
  badTitle: '链接无效或已过期',
  badText: '链接在发出后 7 天内有效，请确认地址完整。如发现异常操作，请打开最新一条通知中的链接，或联系客服。',
  home: '返回首页',
  kinds: {
    CODE_SENT: '申请验证码',
    SESSION_OPENED: '登录账号',
    LOGIN_LOCKED: '多次输错登录密码，登录已锁定',
    FUNDS_PASSWORD_LOCKED: '多次输错资金密码，资金密码已锁定',
    PASSWORD_SET: '重新设置登录密码',
    PASSWORD_CHANGED: '修改登录密码',
    FUNDS_PASSWORD_SET: '设置资金密码',
    ADDRESS_ADDED: '添加提现地址',
    ADDRESS_REMOVED: '移除提现地址',
    WITHDRAWAL_SUBMITTED: '申请提现',
    WITHDRAWAL_CANCELLED: '取消提现',
    WITHDRAWAL_RETURNED: '提现未付出，已退回',
    WITHDRAWAL_PAID: '提现已到账',
    CONTACT_CHANGED: '变更联系方式',
    SECOND_FACTOR_SET: '开启二次验证',
    SECOND_FACTOR_REMOVED: '关闭二次验证',
    PASSKEY_ADDED: '添加通行密钥',
    PASSKEY_REMOVED: '删除通行密钥',
    RECOVERY_CODES_RENEWED: '更换恢复码',
    FROZEN: '冻结提现',
    UNFROZEN: '解冻提现',
  } satisfies Record<Kind, string>,
};
