/** Electricity and hosting that are owed. */
export const owedMessages = {
  owed: '欠费',
  pay: '补缴',
  notInTotal: '，未从总资产中扣除',
  paidOnArrival: (coin: string) => `。${coin} 到账后自动补缴，其余留在账户`,
};
