import { NoticeStrip } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/queries.ts';
import { href } from '../../../lib/routes.ts';
import { contentWords as words } from '../../../locales/zh/content.ts';
import { StripPlace } from '../components/later-places.tsx';

/** The notice strip; its line is reserved, so that the layout does not shift. */
export function HomeStrip() {
  const strip = useQuery(callQuery('noticeStrip', {}));
  if (strip.isPending) return <StripPlace />;
  const notice = strip.data;
  if (!notice) return <NoticeStrip>{strip.isError ? words.noticeSilent : words.noNotice}</NoticeStrip>;
  return <NoticeStrip href={href('detail', { id: notice.id, type: 'Notice' })}>{notice.content}</NoticeStrip>;
}
