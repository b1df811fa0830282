/** In a file of its own, because only the update chunk needs it. */
export const zhNewVersion = {
  title: '发现新版本',
  version: (name: string) => `版本 ${name}`,
  notes: '更新内容',
  forced: '当前版本已停止使用，请更新后继续',
  update: '立即更新',
  updating: '更新中...',
  close: '关闭',
} as const;
