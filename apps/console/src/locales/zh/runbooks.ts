export const runbookTexts = {
  title: '处理手册',
  back: '健康',
  next: '先做什么',
  whenRaised: '如果出现这条警报：',
  note: '以下是运维人员的技术手册，原文为英文。',
  open: '处理手册',
};
