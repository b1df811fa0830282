/** Words of what the operator publishes, and of the way to other sites. */
export const contentWords = {
  published: (time: string) => `${time} 发布`,
  missing: '内容不存在',
  missingHint: '可能已下线，或链接有误',

  noNotice: '暂无新公告',
  noticeSilent: '公告暂时无法加载',
  banners: '活动',
  banner: (place: number, count: number) => `活动 ${place} / ${count}`,

  outsideTitle: '即将离开矿脉',
  outsideText: '该网站不由矿脉运营。请核对网址，不要在其中输入您的登录密码、资金密码或验证码。',
  outsideGo: '继续访问',
  outsideBack: '返回',
  refusedTitle: '无法打开该链接',
  refusedHint: '只能打开 http 或 https 的外部网页',
  unencryptedTitle: '该网页没有加密',
  unencryptedHint: '不能在应用内显示，可以在浏览器中打开',
  openOutside: '在浏览器中打开',
  frameTitle: (host: string) => `${host} 的网页`,
  frameNote: '页面空白时，该网站可能不允许在应用内显示',
  encrypted: '已加密',
  unencrypted: '未加密',
  gone: (host: string) => `已离开 ${host}`,

  version: '版本号',
  service: '服务地址',
  clientType: '客户端',
  device: '本机设备号',
  texts: '协议与声明',
  textUnknown: '介绍暂时无法加载',

  closedText: '您所在的国家或地区暂不提供服务。您的资产不受影响；如有疑问，请联系客户经理。',
  closedAgain: '重新检查',
};
