import { IconButton, Tag } from '@lode/ui';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import { useDemoBadge } from '../demo-badge.ts';
import styles from './demo-badge.module.css';

/** Says once that the figures are a demo's; dismissed, it does not return on this device. */
export function DemoBadge() {
  const [isDismissed, setDismissed] = useDemoBadge();
  if (isDismissed) return null;
  return (
    <p className={styles.badge}>
      <Tag>{messages.demo}</Tag>
      <IconButton icon="close" iconSize="s" label={messages.dismissDemo} onClick={() => setDismissed(true)} />
    </p>
  );
}
