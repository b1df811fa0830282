import { noticeMessages } from '../locale/zh-notices.ts';

/** The title of a picture, and what stands on a quieter line below it: what follows its first colon, if there is one. */
export function titleLines(title: string): { head: string; line: string | null } {
  const at = title.indexOf(noticeMessages.colon);
  if (at <= 0 || at === title.length - 1) return { head: title, line: null };
  return { head: title.slice(0, at), line: title.slice(at + 1) };
}
