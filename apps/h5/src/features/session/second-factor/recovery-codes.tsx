import { Alert, Button, Card, copyText } from '@lode/ui';
import { secondFactorMessages as messages } from '../../../locales/zh/second-factor.ts';
import styles from './second-factor.module.css';

/** Shown once, right after the factor was set. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  return (
    <div className={styles.form}>
      <Alert tone="warn">{messages.codesText}</Alert>
      <Card title={messages.codesTitle}>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </Card>
      <Button variant="line" block icon="copy" onClick={() => void copyText(codes.join('\n'))}>
        {messages.copyCodes}
      </Button>
      <Button block onClick={onSaved}>
        {messages.codesSaved}
      </Button>
    </div>
  );
}
