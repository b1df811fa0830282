export const transactionMessages = {
  txid: '交易哈希',
  copyTxid: '复制哈希',
  explorer: '区块浏览器',
};
