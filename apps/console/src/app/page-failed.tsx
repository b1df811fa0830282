import { Button } from 'antd';
import { Link, useRouteError } from 'react-router';
import { Nothing } from '../components/query-state.tsx';
import { errorText } from '../locales/zh/errors.ts';
import { stateTexts as texts } from '../locales/zh/states.ts';
import styles from './page-failed.module.css';

/** A page that broke, or whose session could not be asked for. */
export function PageFailed() {
  const error = useRouteError();
  return (
    <main className={styles.whole} role="alert">
      <h1>{texts.failed(texts.page)}</h1>
      <p>{error instanceof Error ? errorText(error) : texts.notFoundText}</p>
      <Button type="primary" onClick={() => window.location.reload()}>
        {texts.retry}
      </Button>
    </main>
  );
}

export function NotFoundPage() {
  return (
    <>
      <Nothing title={texts.notFound} text={texts.notFoundText} />
      <p className={styles.back}>
        <Link to="/">{texts.back}</Link>
      </p>
    </>
  );
}
