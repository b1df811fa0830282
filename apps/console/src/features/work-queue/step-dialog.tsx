import { Modal } from 'antd';
import { Amount } from '../../components/amount.tsx';
import { momentText } from '../../lib/time.ts';
import type { WorkItem } from '../../lib/work-items.ts';
import { commandOf, kindNames, queueTexts as texts, titleOf } from '../../locales/zh/work-queue.ts';
import styles from './work-queue.module.css';

/** What waits for a signature: it is given on the signer's own page or at the terminal, never here. */
export function StepDialog({ item, onClose }: { item: WorkItem; onClose: () => void }) {
  const command = commandOf(item);
  return (
    <Modal open title={kindNames[item.kind]} footer={null} onCancel={onClose}>
      <dl className={styles.facts}>
        <dt>{texts.item}</dt>
        <dd>{titleOf(item)}</dd>
        {item.account && (
          <>
            <dt>{texts.account}</dt>
            <dd>{item.account}</dd>
          </>
        )}
        {item.amount && item.coin && (
          <>
            <dt>{texts.amount}</dt>
            <dd>
              <Amount value={item.amount} coin={item.coin} />
            </dd>
          </>
        )}
        {item.address && (
          <>
            <dt>{texts.address}</dt>
            <dd className={styles.code}>{item.address.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
          </>
        )}
        {item.detail && (
          <>
            <dt>{texts.content}</dt>
            <dd>{item.detail}</dd>
          </>
        )}
        {item.by && (
          <>
            <dt>{texts.proposedBy}</dt>
            <dd>{item.by}</dd>
          </>
        )}
        <dt>{texts.since}</dt>
        <dd>{momentText(item.since)}</dd>
      </dl>
      <p className={styles.meta}>{item.isMine ? texts.stepOf[item.kind] : texts.notMine[item.kind]}</p>
      {item.isMine && <code className={styles.command}>{command}</code>}
    </Modal>
  );
}
