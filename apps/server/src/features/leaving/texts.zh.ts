/** To a customer whose account is closed, at its own request. */
export const departureNotice =
  '根据您的申请，您的账户已注销，所有设备已退出登录。请勿再向原充值地址转账。如有疑问，请联系客服。';
