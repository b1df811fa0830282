const heldAfter = (act: string) => `${act}，提现会暂停至少 24 小时，以保护您的资产。`;

/** Security hold after a change of either password; setting a first one causes none. */
export const passwordHoldMessages = {
  fundsReset: heldAfter('重置资金密码后'),
  loginEdit: heldAfter('修改登录密码后'),
  loginReset: `${heldAfter('重设已有的登录密码后')}首次设置不受影响。`,
};
