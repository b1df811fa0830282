import { ContactText } from '../ask-about.tsx';
import styles from './agreement-text.module.css';

/** Paragraphs are separated by blank lines; the first line of a paragraph with several lines is its heading. */
export function AgreementText({ content, version }: { content: string; version?: string }) {
  return (
    <article className={styles.text}>
      {version !== undefined && <p className={styles.version}>{version}</p>}
      {content.split('\n\n').map((paragraph) => (
        <Paragraph key={paragraph} lines={paragraph.split('\n')} />
      ))}
    </article>
  );
}

const Line = ({ children }: { children: string }) => (
  <p>
    <ContactText>{children}</ContactText>
  </p>
);

function Paragraph({ lines: [first = '', ...rest] }: { lines: readonly string[] }) {
  if (rest.length === 0) return <Line>{first}</Line>;
  return (
    <section>
      <h2>{first}</h2>
      {rest.map((line) => (
        <Line key={line}>{line}</Line>
      ))}
    </section>
  );
}
