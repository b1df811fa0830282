import type { FileProblems } from '../../lib/read-text.ts';

export const refillTexts = {
  title: '从冷钱包补充',
  none: '没有进行中的补充；同时只有一笔。',
  propose: '提议从冷钱包补充',
  unsigned: '等持有人签名',
  signed: '已签名，等确认',
  begun: (people: readonly string[], time: string) => `${people.join(' / ')} 于 ${time}`,
  amount: '热钱包收到',
  wallet: '余数回到',
  walletOf: (version: number) => `冷钱包第 ${version} 版`,
  inputs: '花掉冷钱包的输出',
  inputCount: (count: number) => `${count} 个`,
  txid: 'txid',
  unsignedHint:
    '下载 PSBT 交给两位持有人：各自核对收款地址是热钱包的、金额对、余数回到自己的冷钱包，再签；签好的文件以 base64 交回。',
  signedHint: '签名已存下，按网络的确认数完成；没有广播出去的会自动再试。',
  download: '下载 PSBT',
  downloadEffect: (amount: string) =>
    `文件里是把 ${amount} 转到热钱包的交易，没有签名，没有密钥。签好的文件谁都能广播，广播了也会从区块里认出来。`,
  downloaded: (name: string) => `已下载 ${name}`,
  submit: '上传持有人的签名',
  submitOk: (amount: string) => `存下签名并转 ${amount} 到热钱包`,
  submitEffect: (amount: string) =>
    `两位持有人的签名都属于这一笔才会存下，随即广播：${amount} 从冷钱包转到热钱包，不能撤回。`,
  /** Files of the two who sign. */
  holders: ['一位持有人签好的 PSBT', '另一位持有人签好的 PSBT（前一个文件里已有两个签名就不用）'],
  noFile: {
    MISSING: '请选择签好的文件',
    TOO_LARGE: '有一个文件超过 1 MB，不是签好的 PSBT。',
    NOT_TEXT: '有一个文件不是文本：请在持有人的钱包里以 base64 文本导出。',
    EMPTY: '有一个文件是空的。',
  } satisfies FileProblems,
  cancel: '取消这笔补充',
  cancelOk: '取消这笔补充',
  cancelEffect: (isSigned: boolean) =>
    isSigned
      ? '它已签名并广播，取消之后仍可能确认；冷钱包的输出放出来给下一笔用，这笔继续跟踪。'
      : '冷钱包的输出放出来给下一笔用。已下载的文件请销毁：签了、广播了仍会转走，会继续跟踪。',
};
