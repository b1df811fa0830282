import type { Demo } from '../../demo/demo.ts';
import { Card } from '../card/card.tsx';
import styles from './icon.demo.module.css';
import { Icon } from './icon.tsx';
import { iconNames } from './icon-names.ts';

export const iconDemo: Demo = {
  title: '图标 Icon · 24 / 1.5',
  Show: () => (
    <Card>
      <div className={styles.grid}>
        {iconNames.map((name) => (
          <Icon key={name} name={name} label={name} />
        ))}
      </div>
    </Card>
  ),
};
