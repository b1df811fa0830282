import { type Sentence, sentence } from '../../platform/sentence.ts';

/** What two people read of a pool's payment. */
export const endsBeforeItBegins = (from: string, to: string): Sentence =>
  sentence(`the period ends on ${to}, before it begins on ${from}`, `期间止于 ${to}，早于起日 ${from}`);
export const longestPeriod = (days: number): Sentence =>
  sentence(`a period has at most ${days} days`, `期间最多 ${days} 天`);
export const dayOpen = (day: string): Sentence =>
  sentence(`the mining day ${day} is not closed`, `矿日 ${day} 还没有日结`);
export const paidAlready = (day: string, id: bigint): Sentence =>
  sentence(`${day} is paid by pool payment ${id}`, `${day} 已由矿池付款 ${id} 付清`);
export const nothingExpected = (from: string, to: string, named: Sentence): Sentence =>
  sentence(`nothing is expected for ${from} to ${to}: ${named.en}`, `${from} 至 ${to} 没有应收：${named.zh}`);
export const needsVariance = (more: boolean, by: string, named: Sentence): Sentence =>
  sentence(
    `the pool paid ${by} ${more ? 'more' : 'less'} than the ${named.en} expected: give --variance with the reason`,
    `矿池比应收的 ${named.zh} ${more ? '多' : '少'}付 ${by}：请写明差异原因`,
  );
export const paid = (
  { text, arrivalId, from, to }: { text: string; arrivalId: bigint | null; from: string; to: string },
  named: Sentence,
  difference: string,
): Sentence =>
  sentence(
    `${text} paid ${arrivalId === null ? 'by hand' : `by arrival ${arrivalId}`} for ${from} to ${to}, expected ${named.en}, difference ${difference}`,
    `${arrivalId === null ? '手工' : `以到账 ${arrivalId}`}付 ${text}，为 ${from} 至 ${to}；应收 ${named.zh}；差异 ${difference}`,
  );
export const ofPayment = (id: bigint, summary: Sentence): Sentence =>
  sentence(`pool payment ${id}: ${summary.en}`, `矿池付款 ${id}：${summary.zh}`);
export const noneOfTransaction = sentence(
  'no arrival of this transaction stands in SUSPENSE',
  '这笔交易没有到账在待解释里',
);
export const severalOfIt = (ids: readonly bigint[]): Sentence =>
  sentence(
    `several arrivals of it stand in SUSPENSE: ${ids.join(', ')}`,
    `这笔交易有几笔到账在待解释里：${ids.join('、')}`,
  );
export const inOtherCoin = (id: bigint, coin: string): Sentence =>
  sentence(`arrival ${id} is in ${coin}`, `到账 ${id} 是 ${coin}`);
export const aTransaction = sentence('a transaction id', '交易号');
export const oneSource = sentence('give one of --arrival, --txid and --amount', '到账、交易号、金额三项要给出其中一项');

/** An expected amount with its corrections as a part of their own. */
export const withCorrections = (
  total: string,
  { outputs, corrections, days, more }: { outputs: string; corrections: string; days: readonly string[]; more: number },
): Sentence =>
  sentence(
    `${total} (outputs ${outputs}, corrections ${corrections} of ${[...days, ...(more > 0 ? [`${more} more days`] : [])].join(', ')})`,
    `${total}（产出 ${outputs}，更正 ${corrections}，属于 ${days.join('、')}${more > 0 ? ` 等，另 ${more} 天` : ''}）`,
  );

export const noPayment = (id: string | bigint): Sentence =>
  sentence(`there is no pool payment ${id}`, `没有矿池付款 ${id}`);
export const undoneAlready = (id: bigint): Sentence =>
  sentence(`pool payment ${id} is undone already`, `矿池付款 ${id} 已撤销`);
export const undone = (
  { id, from, to, arrivalId }: { id: bigint; from: string; to: string; arrivalId: bigint | null },
  { paid: back, expected, variance }: { paid: string; expected: string; variance: string },
): Sentence =>
  sentence(
    `pool payment ${id} for ${from} to ${to} undone: ${back} ${arrivalId === null ? 'back to cash' : `of arrival ${arrivalId} back to SUSPENSE`}, ${expected} receivable again, variance ${variance}`,
    `撤销 ${from} 至 ${to} 的矿池付款 ${id}：${back} ${arrivalId === null ? '退回现金' : `（到账 ${arrivalId}）退回待解释`}；${expected} 重新应收；差异 ${variance}`,
  );
