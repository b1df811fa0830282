export const codeMessages = {
  label: '验证码',
  sentTo: (account: string) => `验证码发送至 ${account}`,
  hint: '6 位数字',
  shape: '验证码为 6 位数字',
  send: '获取验证码',
  sent: '验证码已发送',
};
