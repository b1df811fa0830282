import { Modal } from 'antd';
import { Link } from 'react-router';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { alertPath } from '../../lib/alert-path.ts';
import { call } from '../../lib/call.ts';
import { runbookPath } from '../../lib/runbooks.ts';
import { momentText } from '../../lib/time.ts';
import type { WorkItem } from '../../lib/work-items.ts';
import { alertTexts } from '../../locales/zh/alerts.ts';
import { runbookTexts } from '../../locales/zh/runbooks.ts';
import { queueTexts as texts, titleOf } from '../../locales/zh/work-queue.ts';
import styles from './work-queue.module.css';

/** What the alert says; who may resolves it with a sentence for the audit log. */
export function AlertDialog({ item, onClose }: { item: WorkItem; onClose: () => void }) {
  const known = alertTexts[item.title];
  const path = alertPath(item.title, item.subject ?? '');
  const content = (
    <>
      <p className={styles.meta}>{texts.raisedAt(momentText(item.since))}</p>
      {known && (
        <>
          <p className={styles.message}>{known.means}</p>
          <p className={styles.message}>
            <strong>{texts.alertNext}</strong> {known.next} {path !== null && <Link to={path}>{texts.alertPage}</Link>}{' '}
            <Link to={runbookPath(known.runbook, item.title)}>{runbookTexts.open}</Link>
          </p>
        </>
      )}
      <p className={styles.meta}>{texts.alertRecord}</p>
      <p className={styles.record} lang="en">
        {item.detail}
      </p>
      <p className={styles.meta}>{item.isMine ? texts.resolveEffect : texts.alertRoles}</p>
    </>
  );
  const title = titleOf(item);
  if (!item.isMine) {
    return (
      <Modal open title={title} footer={null} onCancel={onClose}>
        {content}
      </Modal>
    );
  }
  return (
    <ActionDialog
      title={title}
      okText={texts.resolve}
      act={async (reason) => {
        await call('resolveAlert', { id: item.id, reason });
        return texts.resolved;
      }}
      refreshes={['workQueue']}
      onClose={onClose}
    >
      {content}
    </ActionDialog>
  );
}
