import { type Sentence, sentence } from '../../platform/sentence.ts';

/** What two people read of arrivals, pool payments and money that is moved by hand. */
export const noArrival = (id: string | bigint | undefined): Sentence =>
  sentence(`there is no arrival ${id}`, `没有到账 ${id}`);
export const nothingInSuspense = (id: bigint): Sentence =>
  sentence(`arrival ${id} has nothing in SUSPENSE`, `到账 ${id} 没有待解释的`);

// Explaining.
export const coinsGone = (id: bigint): Sentence =>
  sentence(`the coins of arrival ${id} are gone: explain it as treasury`, `到账 ${id} 的币已不在：按自有资金处理`);
export const inBlockAgain = (id: bigint): Sentence =>
  sentence(`arrival ${id} is in a block again: it fills SUSPENSE itself`, `到账 ${id} 又在区块里了：待解释会自动补上`);
export const covered = (text: string, id: bigint): Sentence =>
  sentence(`treasury covers ${text} of arrival ${id}`, `自有资金补上到账 ${id} 的 ${text}`);
export const toTreasury = (text: string, id: bigint): Sentence =>
  sentence(`${text} of arrival ${id} to treasury`, `到账 ${id} 的 ${text} 归自有资金`);
export const toCustomer = (text: string, id: bigint, account: string): Sentence =>
  sentence(`${text} of arrival ${id} to customer ${account}`, `到账 ${id} 的 ${text} 归客户 ${account}`);
export const noAccount = (account: string): Sentence =>
  sentence(`no customer has the account ${account}`, `没有账号为 ${account} 的客户`);
export const notAccount = (account: string): Sentence =>
  sentence(`${account} is neither a phone number nor an e-mail address`, `${account} 不是手机号，也不是邮箱`);
export const noDeposits = (coin: string): Sentence =>
  sentence(`a customer cannot be credited with ${coin}: it has no deposits`, `${coin} 没有充值，不能给客户入账`);
export const customerNeedsAccount = sentence('--as customer needs --account', '归客户时要给出账号');
export const poolNeedsPeriod = sentence('--as pool needs --from and --to', '归矿池付款时要给出起止矿日');

// Putting back.
export const notInBooks = (id: bigint): Sentence =>
  sentence(`the books have nothing of arrival ${id}`, `账上没有到账 ${id}`);
export const inSuspenseAlready = (id: bigint): Sentence =>
  sentence(
    `arrival ${id} stands in SUSPENSE already: suspense:settle says what it is`,
    `到账 ${id} 已在待解释里：用「说明到账归属」说明`,
  );
export const isPoolPayment = (id: bigint): Sentence =>
  sentence(
    `arrival ${id} is a pool’s payment: pool:undo takes it back`,
    `到账 ${id} 是矿池付款：用「撤销矿池付款」撤回`,
  );
export const notOfTreasury = (id: bigint): Sentence =>
  sentence(`arrival ${id} is not treasury’s`, `到账 ${id} 不是自有资金`);
export const reopened = (text: string, id: bigint): Sentence =>
  sentence(`${text} of arrival ${id} from treasury back to SUSPENSE`, `到账 ${id} 的 ${text} 从自有资金退回待解释`);

// By hand.
export const byHand = (direction: 'IN' | 'OUT', text: string): Sentence =>
  direction === 'IN'
    ? sentence(`${text} put into treasury by hand`, `手工存入自有资金 ${text}`)
    : sentence(`${text} taken out of treasury by hand`, `手工取出自有资金 ${text}`);
export const already = (summary: Sentence, key: string): Sentence =>
  sentence(`already: ${summary.en}, key ${key}`, `已经做过：${summary.zh}，键 ${key}`);
export const withKey = (summary: Sentence, key: string): Sentence =>
  sentence(`${summary.en}, key ${key}`, `${summary.zh}，键 ${key}`);
export const onlyInCash = (cash: string, of: string): Sentence =>
  sentence(`only ${cash} of ${of} are in cash`, `现金只有 ${cash}，需要 ${of}`);
