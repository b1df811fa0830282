import { Fragment, type ReactNode } from 'react';
import styles from './agreement-article.module.css';

export interface AgreementArticleProps {
  content: string;
  version?: string;
  /** What a line shows; without it the line. */
  lineOf?: (line: string) => ReactNode;
}

/** Paragraphs are separated by blank lines; the first line of a paragraph with several lines is its heading. */
export function AgreementArticle({ content, version, lineOf = (line) => line }: AgreementArticleProps) {
  return (
    <article className={styles.text}>
      {version !== undefined && <p className={styles.version}>{version}</p>}
      {content.split('\n\n').map((paragraph) => (
        <Fragment key={paragraph}>{paragraphOf(paragraph.split('\n'), lineOf)}</Fragment>
      ))}
    </article>
  );
}

function paragraphOf([first = '', ...rest]: readonly string[], lineOf: (line: string) => ReactNode) {
  if (rest.length === 0) return <p>{lineOf(first)}</p>;
  return (
    <section>
      <h2>{first}</h2>
      {rest.map((line) => (
        <p key={line}>{lineOf(line)}</p>
      ))}
    </section>
  );
}
