export const passwordMessages = {
  intro: '修改后，其他设备上的登录会全部失效，本机无需重新登录。',
  old: '原密码',
  forgotten: '忘记原密码？用验证码重新设置',
  wrongOld: '原密码错误',
  same: '新密码不能与原密码相同',
  saved: '密码已修改，其他设备已退出登录',
  strength: '强度',
  strengths: { weak: '弱', fair: '中', strong: '强' },
};
