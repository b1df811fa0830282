import { Card } from '@lode/ui';
import type { TextSection } from '../../../locales/zh/coin-up-texts.ts';
import styles from './text-sections.module.css';

/** A text to read: under each heading its paragraphs. */
export function TextSections({ sections }: { sections: readonly TextSection[] }) {
  return sections.map(({ title, paragraphs }) => (
    <Card key={title} label={title}>
      <h2 className={styles.title}>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className={styles.paragraph}>
          {paragraph}
        </p>
      ))}
    </Card>
  ));
}
