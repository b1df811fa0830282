import { Sheet, TextLink } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { coinUpWords as words } from '../../../locales/zh/coin-up.ts';
import styles from './rules-sheet.module.css';

export function RulesSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} title={words.rulesTitle} onClose={onClose}>
      <dl className={styles.rules}>
        {words.rulesList.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <TextLink href={href('coinup_xy')}>{words.agreementLink}</TextLink>
    </Sheet>
  );
}
