/** What the electricity reminder says. Amounts come with their unit. */
export const reminderTexts = {
  noFees: '近期没有产生电费。',
  owing: (owed: string) => `已欠电费 ${owed}，矿机将因欠费停机。充值后立即补扣。`,
  stopped: (owed: string, machines: number) =>
    `已欠电费 ${owed}，${machines} 台矿机已停机。充值后立即补扣，缴清即恢复运行。`,
  atOnce: (available: string, days: number) =>
    `电费余额 ${available}，最多再支撑 ${days} 天，请立即充值，否则矿机将停机。`,
  soon: (available: string, days: number) => `电费余额 ${available}，仅够 ${days} 天，请尽快充值，以免停机。`,
  low: (available: string, days: number) => `电费余额 ${available}，约可支撑 ${days} 天，请留意充值。`,
  enough: (available: string, days: number) => `电费余额 ${available}，约可支撑 ${days} 天。`,
};
