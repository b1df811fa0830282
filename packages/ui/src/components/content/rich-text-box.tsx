import type { ComponentProps } from 'react';
import styles from './rich-text.module.css';

/** The look of operator HTML; who fills it has sanitised it. */
export function RichTextBox(props: Omit<ComponentProps<'div'>, 'className'>) {
  return <div {...props} className={styles.text} />;
}
