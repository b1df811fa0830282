import { zh } from '../../locale/zh.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import styles from './sheet-head.module.css';

/** The head of a sheet with its title, whose `id` names the sheet; without `onClose` there is no cross. */
export function SheetHead({ id, title, onClose }: { id: string; title: string; onClose: (() => void) | undefined }) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      <span className={styles.close}>
        <IconButton icon="close" label={zh.close} onClick={onClose} />
      </span>
    </div>
  );
}
