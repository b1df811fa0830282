/** The minute in Shanghai: `2026-11-24 14:00`. */
function minuteInShanghai(time: Date): string {
  return new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
}

export function factorSet(): string {
  return '您的账户已开启二次验证，提现和添加地址时需要验证器中的验证码。如非本人操作，请立即联系客服。';
}

export function factorRemoved(heldUntil: Date): string {
  return `您的账户已关闭二次验证；为保护资产，${minuteInShanghai(heldUntil)}（北京时间）前不能提现。如非本人操作，请立即联系客服。`;
}
