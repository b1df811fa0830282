export const askAboutMessages = {
  record: '就这笔记录咨询',
  machine: '就这台矿机咨询',
};
