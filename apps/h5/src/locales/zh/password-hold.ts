const heldAfter = (act: string) => `${act}，提现会暂停至少 24 小时，以保护您的资产。`;

/** What a change of either password holds; a first setting is no change, and holds nothing. */
export const passwordHoldWords = {
  fundsReset: heldAfter('重置资金密码后'),
  loginEdit: heldAfter('修改登录密码后'),
  loginReset: `${heldAfter('重设已有的登录密码后')}首次设置不受影响。`,
};
