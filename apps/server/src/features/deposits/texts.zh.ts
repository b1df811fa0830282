import { type Coin, displayExact } from '@lode/money';

interface WrittenOff {
  amount: bigint;
  coin: Coin;
  /** Whether nothing of the deposit is owed any more. */
  isOver: boolean;
  /** Whether withdrawals are still stopped, for another reason. */
  isFrozen: boolean;
}

/** What a customer of a removed deposit could not pay back, and need not. */
export function writtenOffNotice({ amount, coin, isOver, isFrozen }: WrittenOff): string {
  const begins = `您的一笔充值因区块链重组未能确认，其中 ${displayExact(amount, coin)} ${coin} 无需您归还，由平台承担。`;
  if (!isOver) return `${begins}其余部分仍待处理，提现暂停。`;
  return isFrozen ? `${begins}该笔充值已处理完毕，提现仍因其他原因暂停。` : `${begins}该笔充值已处理完毕，提现已恢复。`;
}
