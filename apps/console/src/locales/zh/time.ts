export const timeTexts = {
  days: (count: number) => `${count} 天`,
  hours: (count: number) => `${count} 时`,
  minutes: (count: number) => `${count} 分`,
  justNow: '刚刚',
};
