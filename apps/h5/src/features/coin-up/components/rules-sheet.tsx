import { Sheet, TextLink } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { coinUpMessages as messages } from '../../../locales/zh/coin-up.ts';
import styles from './rules-sheet.module.css';

export function RulesSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} title={messages.rulesTitle} onClose={onClose}>
      <dl className={styles.rules}>
        {messages.rulesList.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <TextLink href={href('coinup_xy')}>{messages.agreementLink}</TextLink>
    </Sheet>
  );
}
