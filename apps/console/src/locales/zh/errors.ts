import { CallError, refusal } from '../../lib/call.ts';

const ofCodes: Record<number, string> = {
  0: '网络不通，请检查连接后重试。',
  403: '您的角色不能做这件事。',
  20001: '姓名或密码不对。',
  20002: '动态码不对或已过期。',
  20004: '尝试次数过多，已暂时锁定，请 15 分钟后再试。',
  1001: '该账号已停用，请联系管理员。',
  20005: '密码至少 12 位，且不能是常见密码。',
  40006: '已达到上限。',
  40008: '现在不能这样做：内容已变化，请刷新后再看。',
};

/** What a refusal says to the staff: what the server says of this case, where it says more than its code. */
export function errorText(error: Error): string {
  if (!(error instanceof CallError)) return '页面出错，请刷新后重试。';
  const { reason } = (error.data ?? {}) as { reason?: unknown };
  if (error.code === refusal.notOperable && typeof reason === 'string') return reason;
  return ofCodes[error.code] ?? error.message;
}
