/** What a transfer of a kind is: how its key is written, whether it names another transfer, and the lines that it may have. */
export interface TransferRule {
  kind: string;
  /** A regular expression of PostgreSQL for the whole key. */
  key: string;
  /** Whether it names the transfer that it corrects. */
  corrects: 'always' | 'never' | 'sometimes';
  /** Each: type, account that gives, account that receives. */
  lines: readonly (readonly [string, string, string])[];
  /** Which day its lines carry; `other`: that of a document, which the document's check compares. */
  day: 'business' | 'key' | 'day after key' | 'other';
  /** Whether its lines name a machine. */
  hasMachine?: boolean;
  /** Whether the business date may lie ahead of the time of posting: a day of the savings that has begun is over. */
  mayBeAhead?: boolean;
  /** Digits of the key that `source_id` repeats. */
  hasSource?: boolean;
  /** How its lines make its input hash, where they do. */
  hash?: 'with machines' | 'without machines';
}

const date = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const wallets = ['OUTPUT_ACCOUNT', 'ELE_ACCOUNT'] as const;
const coinsOfElectricity = ['BTC', 'ETH', 'DOGE'] as const;

export const transferRules: readonly TransferRule[] = [
  {
    kind: 'machine-output',
    key: `day-close:mining:${date}:[0-9]+:outputs`,
    corrects: 'never',
    lines: [['MINING_OUTPUT', 'MINING_RECEIVABLE', 'OUTPUT_ACCOUNT']],
    day: 'key',
    hasMachine: true,
    hash: 'with machines',
  },
  {
    kind: 'electricity',
    key: `(day-close:mining:${date}:[0-9]+:electricity|pay-owed:.+)`,
    corrects: 'never',
    lines: [
      ['ELE_CONSUME_USDT', 'ELE_ACCOUNT', 'ELECTRICITY_REVENUE'],
      ...coinsOfElectricity.map(
        (coin) => [`ELE_CONSUME_${coin}`, 'OUTPUT_ACCOUNT', 'ELECTRICITY_REVENUE'] as [string, string, string],
      ),
      ...wallets.map((wallet) => ['ADJUST_ELE', wallet, 'ELECTRICITY_REVENUE'] as [string, string, string]),
    ],
    day: 'other',
    hasMachine: true,
    hash: 'with machines',
  },
  {
    kind: 'hosting',
    key: 'pay-hosting:.+',
    corrects: 'never',
    lines: wallets.map((wallet) => ['HOSTING_FEE', wallet, 'HOSTING_REVENUE'] as [string, string, string]),
    day: 'other',
    hasMachine: true,
    hash: 'with machines',
  },
  {
    kind: 'charge-adjust',
    key: 'charge-adjust:.+',
    corrects: 'never',
    lines: [
      ['ADJUST_OUTPUT', 'MINING_RECEIVABLE', 'OUTPUT_ACCOUNT'],
      ['ADJUST_OUTPUT', 'OUTPUT_ACCOUNT', 'MINING_RECEIVABLE'],
      ...wallets.flatMap(
        (wallet) =>
          [
            ['ADJUST_ELE', 'ELECTRICITY_REVENUE', wallet],
            ['HOSTING_FEE', 'HOSTING_REVENUE', wallet],
          ] as [string, string, string][],
      ),
    ],
    day: 'other',
    hasMachine: true,
  },
  {
    kind: 'outage-credit',
    key: 'outage-credit:[0-9]+:[0-9]+',
    corrects: 'never',
    lines: [
      ['ADJUST_OUTPUT', 'OUTPUT_ACCOUNT', 'MINING_RECEIVABLE'],
      ...wallets.map((wallet) => ['ADJUST_ELE', 'ELECTRICITY_REVENUE', wallet] as [string, string, string]),
    ],
    day: 'other',
    hasMachine: true,
    hash: 'with machines',
  },
  {
    kind: 'coin-up-interest',
    key: `coin-up:interest:(BTC|USDT):${date}:[0-9]+`,
    corrects: 'never',
    // Until 2026-11 it was paid out of the fund itself.
    lines: [
      ['INTEREST', 'INTEREST_PAYABLE', 'INCOME_ACCOUNT'],
      ['INTEREST', 'INTEREST_FUND', 'INCOME_ACCOUNT'],
    ],
    day: 'key',
    hash: 'without machines',
  },
  {
    kind: 'coin-up-interest-funding',
    // The rest of a day that was being paid when this came.
    key: `coin-up:interest:(BTC|USDT):${date}(:carried-over)?`,
    corrects: 'never',
    lines: [['INTEREST', 'INTEREST_FUND', 'INTEREST_PAYABLE']],
    day: 'key',
  },
  {
    kind: 'coin-up-arrival',
    key: `day-close:coin-up:${date}:[0-9]+:arrivals`,
    corrects: 'never',
    lines: [
      ['COIN_UP_OUT_BTC', 'COIN_UP_ACCOUNT', 'OUTPUT_ACCOUNT'],
      ['COIN_UP_OUT_USDT', 'COIN_UP_ACCOUNT', 'ELE_ACCOUNT'],
    ],
    day: 'day after key',
    hash: 'without machines',
  },
  {
    kind: 'coin-up-subscription',
    key: 'coin-up:.+',
    corrects: 'never',
    lines: [
      ['COIN_UP_IN_BTC', 'OUTPUT_ACCOUNT', 'COIN_UP_ACCOUNT'],
      ['COIN_UP_IN_USDT', 'ELE_ACCOUNT', 'COIN_UP_ACCOUNT'],
    ],
    day: 'business',
    mayBeAhead: true,
  },
  {
    kind: 'coin-up-interest-redemption',
    key: 'coin-up:.+',
    corrects: 'never',
    lines: [
      ['INCOME_IN_BTC', 'INCOME_ACCOUNT', 'OUTPUT_ACCOUNT'],
      ['INCOME_IN_USDT', 'INCOME_ACCOUNT', 'ELE_ACCOUNT'],
    ],
    day: 'business',
    mayBeAhead: true,
  },
  {
    kind: 'coin-up-fund',
    key: 'coin-up-fund:.+',
    corrects: 'never',
    lines: ['TREASURY', 'ELECTRICITY_REVENUE', 'HOSTING_REVENUE', 'WITHDRAWAL_FEE_REVENUE'].map(
      (source) => ['FUND_PAID_IN', source, 'INTEREST_FUND'] as [string, string, string],
    ),
    day: 'business',
  },
  {
    kind: 'deposit-manual',
    key: 'deposit-manual:.+',
    corrects: 'never',
    lines: [
      ['ELE_RECHARGE', 'CASH', 'ELE_ACCOUNT'],
      ['RECHARGE_BTC', 'CASH', 'OUTPUT_ACCOUNT'],
    ],
    day: 'business',
  },
  {
    kind: 'credit-init',
    key: 'credit-init:.+',
    corrects: 'never',
    lines: [['ELE_INIT', 'PROMOTION_EXPENSE', 'ELE_ACCOUNT']],
    day: 'business',
  },
  {
    kind: 'credit-feedback',
    key: 'credit-feedback:.+',
    corrects: 'never',
    lines: [['DAILY_PROFIT_FEEDBACK', 'PROMOTION_EXPENSE', 'ELE_ACCOUNT']],
    day: 'business',
  },
  {
    kind: 'deposit',
    key: 'deposit:[0-9]+',
    corrects: 'never',
    lines: [
      ['RECHARGE_BTC', 'CUSTODY', 'OUTPUT_ACCOUNT'],
      ['ELE_RECHARGE', 'CUSTODY', 'ELE_ACCOUNT'],
    ],
    day: 'business',
    hasSource: true,
  },
  {
    kind: 'deposit-removed',
    key: 'deposit:[0-9]+:removed:[0-9]+',
    corrects: 'always',
    lines: [['REORG', 'SUSPENSE', 'CUSTODY']],
    day: 'business',
  },
  {
    kind: 'deposit-restored',
    key: 'deposit:[0-9]+:restored:[0-9]+',
    corrects: 'always',
    lines: [['REORG', 'CUSTODY', 'SUSPENSE']],
    day: 'business',
  },
  {
    kind: 'deposit-clawed-back',
    key: 'deposit:[0-9]+:clawed-back:[0-9]+(:[0-9]+)?',
    corrects: 'always',
    lines: [
      ['RECHARGE_BTC', 'OUTPUT_ACCOUNT', 'SUSPENSE'],
      ['ELE_RECHARGE', 'ELE_ACCOUNT', 'SUSPENSE'],
    ],
    day: 'business',
  },
  {
    kind: 'deposit-returned',
    key: 'deposit:[0-9]+:returned:[0-9]+(:[0-9]+)?',
    corrects: 'always',
    lines: [
      ['RECHARGE_BTC', 'SUSPENSE', 'OUTPUT_ACCOUNT'],
      ['ELE_RECHARGE', 'SUSPENSE', 'ELE_ACCOUNT'],
    ],
    day: 'business',
  },
  {
    kind: 'deposit-written-off',
    key: 'deposit:[0-9]+:written-off:[0-9]+:[0-9]+',
    corrects: 'always',
    lines: [['TREASURY_MOVE', 'TREASURY', 'SUSPENSE']],
    day: 'business',
  },
  {
    kind: 'deposit-write-off-reversed',
    key: 'deposit:[0-9]+:write-off-reversed:[0-9]+:[0-9]+',
    corrects: 'always',
    lines: [['TREASURY_MOVE', 'SUSPENSE', 'TREASURY']],
    day: 'business',
  },
  {
    kind: 'arrival',
    key: 'arrival:[0-9]+:[0-9]+(:removed)?',
    corrects: 'never',
    lines: [
      ['TREASURY_MOVE', 'CUSTODY', 'TREASURY'],
      ['SUSPENSE_MOVE', 'CUSTODY', 'SUSPENSE'],
      ['REORG', 'TREASURY', 'CUSTODY'],
      ['REORG', 'SUSPENSE', 'CUSTODY'],
    ],
    day: 'business',
  },
  {
    kind: 'arrival-reopened',
    key: 'arrival:[0-9]+:reopened:[0-9]+',
    corrects: 'never',
    lines: [['TREASURY_MOVE', 'TREASURY', 'SUSPENSE']],
    day: 'business',
  },
  {
    kind: 'suspense-settled',
    key: 'suspense:[0-9]+:[0-9]+',
    corrects: 'never',
    lines: [
      ['TREASURY_MOVE', 'SUSPENSE', 'TREASURY'],
      ['TREASURY_MOVE', 'TREASURY', 'SUSPENSE'],
      ['RECHARGE_BTC', 'SUSPENSE', 'OUTPUT_ACCOUNT'],
      ['ELE_RECHARGE', 'SUSPENSE', 'ELE_ACCOUNT'],
    ],
    day: 'business',
  },
  {
    kind: 'pool-payment',
    key: `pool-payment:(BTC|ETH|DOGE):${date}:${date}(:[0-9]+)?`,
    corrects: 'never',
    lines: [
      ...['SUSPENSE', 'CASH'].flatMap((source) =>
        ['MINING_RECEIVABLE', 'MINING_VARIANCE'].map(
          (account) => ['POOL_PAYMENT', source, account] as [string, string, string],
        ),
      ),
      ['POOL_PAYMENT', 'MINING_VARIANCE', 'MINING_RECEIVABLE'],
    ],
    day: 'business',
  },
  {
    kind: 'pool-payment-undone',
    key: 'pool-payment:[0-9]+:undone',
    corrects: 'always',
    lines: [
      ...['SUSPENSE', 'CASH'].flatMap((source) =>
        ['MINING_RECEIVABLE', 'MINING_VARIANCE'].map(
          (account) => ['POOL_PAYMENT', account, source] as [string, string, string],
        ),
      ),
      ['POOL_PAYMENT', 'MINING_RECEIVABLE', 'MINING_VARIANCE'],
    ],
    day: 'business',
  },
  {
    kind: 'treasury-by-hand',
    key: 'treasury-by-hand:.+',
    corrects: 'never',
    lines: [
      ['TREASURY_MOVE', 'CASH', 'TREASURY'],
      ['TREASURY_MOVE', 'TREASURY', 'CASH'],
    ],
    day: 'business',
  },
  {
    kind: 'customer-left',
    key: 'customer-left:[0-9]+',
    corrects: 'never',
    lines: [
      ...wallets.map((wallet) => ['LEAVING', wallet, 'TREASURY'] as [string, string, string]),
      ['LEAVING', 'ELE_ACCOUNT', 'PROMOTION_EXPENSE'],
    ],
    day: 'business',
  },
  {
    kind: 'demo-treasury',
    key: 'demo treasury (BTC|USDT)',
    corrects: 'never',
    lines: [['TREASURY_MOVE', 'CASH', 'TREASURY']],
    day: 'business',
  },
  {
    kind: 'withdrawal',
    key: 'withdraw:.+',
    corrects: 'never',
    lines: wallets.map((wallet) => ['WITHDRAW', wallet, 'WITHDRAWAL_PENDING'] as [string, string, string]),
    day: 'business',
  },
  {
    kind: 'treasury-payment',
    key: 'treasury-pay:.+',
    corrects: 'never',
    lines: [['WITHDRAW', 'TREASURY', 'WITHDRAWAL_PENDING']],
    day: 'business',
  },
  {
    kind: 'withdrawal-end',
    key: 'withdrawal-end:[0-9]+',
    corrects: 'never',
    lines: [
      ['WITHDRAWAL_PAID', 'WITHDRAWAL_PENDING', 'CUSTODY'],
      ['WITHDRAWAL_FEE', 'WITHDRAWAL_PENDING', 'WITHDRAWAL_FEE_REVENUE'],
      ['NETWORK_FEE', 'NETWORK_FEE_EXPENSE', 'CUSTODY'],
      ['WITHDRAW_RETURN', 'WITHDRAWAL_PENDING', 'TREASURY'],
      ...wallets.flatMap((wallet) =>
        ['WITHDRAW_RETURN', 'WITHDRAW_OFFSET'].map(
          (type) => [type, 'WITHDRAWAL_PENDING', wallet] as [string, string, string],
        ),
      ),
    ],
    day: 'business',
  },
  {
    kind: 'network-fee',
    key: '(withdrawal-lost|sweep|top-up|rotate|cold):[0-9]+',
    corrects: 'never',
    lines: [['NETWORK_FEE', 'NETWORK_FEE_EXPENSE', 'CUSTODY']],
    day: 'business',
  },
];
