import { PopupDialog } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { callQuery } from '../../../lib/api/queries.ts';
import { contentHref } from '../../../lib/content-links.ts';
import { useNavigate } from '../../../lib/router/router.tsx';
import { routeOf } from '../../../lib/routes.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';
import { updateDialog } from '../../../lib/update-dialog.ts';
import { createPopupQueue, type Popup } from '../popup-queue.ts';

/** One queue per start of the app, whatever page is shown. */
const queue = createPopupQueue(() => routeOf(window.location.pathname) === 'index' && !updateDialog.isOpen);
onSessionEnd(() => queue.reset());

export function HomePopups() {
  const popups = useQuery({ ...callQuery('popupList', {}, { background: true }), staleTime: Number.POSITIVE_INFINITY });
  const list = popups.data;
  useEffect(() => {
    if (list) queue.start(list);
  }, [list]);
  const shown = useSyncExternalStore(queue.subscribe, queue.get);
  // The closing dialog keeps its picture.
  const [last, setLast] = useState<Popup | null>(null);
  if (shown !== null && shown !== last) setLast(shown);
  const navigate = useNavigate();
  if (last === null) return null;
  const target = contentHref(last, 'HomePopup');
  function follow(to: string): void {
    queue.close();
    navigate(to);
  }
  return (
    <PopupDialog
      open={shown !== null}
      img={last.img}
      title={last.title}
      onOpen={target === undefined ? undefined : () => follow(target)}
      onClose={queue.close}
      onBroken={queue.close}
    />
  );
}
