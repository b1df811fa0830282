import type { Data } from '@lode/contract';
import { ForcedNoticeDialog } from '@lode/ui';
import { RichText } from '../../../components/rich-text/rich-text.tsx';
import { call } from '../../../lib/api/call.ts';
import { isRefusal } from '../../../lib/api/request-error.ts';

const notFound = 404;

/** Forced notices, in a chunk of their own because of the HTML sanitiser. */
export function ForcedNotices({
  notices,
  onAllConfirmed,
}: {
  notices: Data<'forcedNoticeList'>;
  onAllConfirmed: () => void;
}) {
  return (
    <ForcedNoticeDialog
      notices={notices.map(({ id, img, content }) => ({ id, img, content: <RichText html={content} /> }))}
      onConfirm={confirm}
      onAllConfirmed={onAllConfirmed}
    />
  );
}

async function confirm(notifyId: string): Promise<boolean> {
  try {
    await call('confirmForcedNotice', { notifyId }, { inlineErrors: [notFound] });
    return true;
  } catch (failure) {
    // A notice withdrawn or changed meanwhile cannot be confirmed any more and must not block the customer.
    return isRefusal(failure, notFound);
  }
}
