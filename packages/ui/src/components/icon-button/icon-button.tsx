import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-names.ts';
import { LinkOrButton } from '../link/link.tsx';
import styles from './icon-button.module.css';

/** An icon with a 44 px target; `label` names the action. */
export function IconButton({
  icon,
  iconSize = 'm',
  label,
  href,
  onClick,
}: {
  icon: IconName;
  iconSize?: 'm' | 's';
  label: string;
  href?: string;
  onClick?: () => void;
}) {
  return (
    <LinkOrButton href={href} onClick={onClick} className={styles.button} label={label}>
      <Icon name={icon} size={iconSize} />
    </LinkOrButton>
  );
}
