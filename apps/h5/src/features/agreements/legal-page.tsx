import { AgreementScreen } from '../../components/agreement-text/agreement-screen.tsx';

/** The terms of use. Open to everybody: they are agreed to before there is a session. */
export function UserAgreementPage() {
  return <AgreementScreen name="user_agreement" />;
}

/** The privacy policy, open to everybody too. */
export function PrivacyPage() {
  return <AgreementScreen name="user_ys" />;
}
