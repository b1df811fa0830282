export const reservedElectricityMessages = {
  title: '预留电费',
  explain: '预留电费说明',
  rules: [
    { title: '是什么', text: '矿机已经用掉、还没有日结扣费的电费，按当日电价计算到本小时结束。' },
    { title: '从哪里预留', text: '先从电费账户预留，赠送电费优先；不足的部分按最近的参考价折成币，从产出账户预留。' },
    { title: '有什么影响', text: '预留部分暂时不能提现，也不能转入 COIN UP；日结扣费后不再预留。账户余额不变。' },
  ],
};
