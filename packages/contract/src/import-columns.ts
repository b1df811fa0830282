/** Columns of each file that comes in, in the order of its header; free of schemas, as pages name them. The optional ones may be missing. */
export const importColumns = {
  CUSTOMERS: { required: ['account', 'nickname', 'tags'] },
  MACHINES: {
    required: [
      'machineNo',
      'account',
      'model',
      'coin',
      'hashrate',
      'hashrateUnit',
      'powerWatts',
      'purchaseKind',
      'site',
      'electricityPrice',
      'poolFeeRate',
      'startTime',
      'endTime',
    ],
    optional: ['hostingFeeMonthly', 'purchasePrice'],
  },
  NETWORK_DAYS: { required: ['date', 'blocks', 'difficulty', 'subsidySum', 'feeSum'] },
  PRICES: { required: ['date', 'coin', 'usdt'] },
  RATES: { required: ['date', 'cny'] },
  POOL_REPORT: { required: ['date', 'machineNo', 'coin', 'gross', 'poolFee'] },
  DENY_LIST: { required: ['network', 'address', 'note'] },
} as const satisfies Record<string, { required: readonly string[]; optional?: readonly string[] }>;

/** `date,coin,usdt`, with `[,purchasePrice]` where it may be missing. */
export function importHeader(kind: keyof typeof importColumns): string {
  const { required, optional = [] }: { required: readonly string[]; optional?: readonly string[] } =
    importColumns[kind];
  return [required.join(','), ...optional.map((column) => `[,${column}]`)].join('');
}
