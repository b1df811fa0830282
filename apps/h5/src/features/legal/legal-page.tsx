import { Card, Main } from '@lode/ui';
import { Screen } from '../../components/screen.tsx';
import { type LegalText, legalVersion, privacyPolicy, userAgreement } from '../../locales/zh/legal.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './legal-page.module.css';

/** The terms of use. Open to everybody: they are agreed to before there is a session. */
export function UserAgreementPage() {
  return <LegalPage title={titles.user_agreement} text={userAgreement} />;
}

/** The privacy policy, open to everybody too. */
export function PrivacyPage() {
  return <LegalPage title={titles.user_ys} text={privacyPolicy} />;
}

function LegalPage({ title, text }: { title: string; text: LegalText }) {
  return (
    <Screen title={title}>
      <Main>
        <Card>
          <article className={styles.text}>
            <p className={styles.version}>{legalVersion}</p>
            <p>{text.intro}</p>
            {text.sections.map((section) => (
              <section key={section.title}>
                <h2>{section.title}</h2>
                {section.lines.map((line) => (
                  <p key={line}>{line}</p>
                ))}
              </section>
            ))}
          </article>
        </Card>
      </Main>
    </Screen>
  );
}
