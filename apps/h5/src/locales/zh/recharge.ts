import type { Data } from '@lode/contract';
import { roughDuration } from './duration.ts';

type Status = Data<'depositPage'>['records'][number]['status'];

export const rechargeMessages = {
  title: '充值',
  records: '记录',
  coins: '币种',
  network: '网络',
  min: '最低充值',
  confirmations: '到账确认',
  times: '次',
  about: (minutes: number) => `约 ${roughDuration(minutes)}`,
  addressOf: (coin: string, network: string) => `${coin} 充值地址（${network}）`,
  qrCode: '充值地址二维码',
  copy: '复制地址',
  warning: (coin: string, network: string) => `只接收 ${network} 网络的 ${coin}。`,
  warningRest: '转入其他网络或其他币种无法到账，也无法找回。',
  btcNote: 'BTC 充值进入产出账户；电费账户不足，或选择优先产出抵扣时，也会用来支付电费。',
  usdtNote: 'USDT 充值进入电费账户；有欠费时先补缴欠费。',
  closedTitle: '暂未开通',
  closedHint: (coin: string, network: string) => `${coin}（${network}）充值暂未开通，请稍后再来看看`,
  recent: '最近充值',
  emptyTitle: '还没有充值',
  emptyHint: '向上面的地址转账后，几分钟内在这里看到到账进度',
  statuses: {
    SEEN: '等待打包',
    CONFIRMING: '确认中',
    CREDITED: '已到账',
    ORPHANED: '已失效',
    BELOW_MINIMUM: '低于最低额',
  } satisfies Record<Status, string>,
  confirming: (done: number, needed: number) => `确认中 ${done}/${needed}`,
  progress: '确认进度',
  arrivesIn: (minutes: number) => `预计约 ${roughDuration(minutes)}后到账`,
  sumNeeded: (min: string, coin: string) => `累计满 ${min} ${coin} 后入账`,
  orphaned: '网络正在重新确认这笔转账，确认后照常到账',
  faucet: '领取测试币',
  faucetDone: '测试币已发出',
  faucetFailed: '测试币发送失败，请稍后再试',
};
