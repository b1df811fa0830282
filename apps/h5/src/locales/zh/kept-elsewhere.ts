/** Ends of lists whose older rows are kept elsewhere, until `to`. */
export const keptElsewhereMessages = {
  outputs: (to: string) => `${to} 及更早的产出已归档，不在此列出，累计数字不受影响。需要明细请联系`,
  interest: (to: string) => `${to} 及更早的利息已归档，不在此列出，累计利息不受影响。需要明细请联系`,
  records: (to: string) => `${to} 及更早的记录已归档，不在此列出，余额不受影响。需要明细请联系`,
};
