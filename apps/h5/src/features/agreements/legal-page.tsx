import { AgreementScreen } from '../../components/agreement-text/agreement-screen.tsx';

/** The terms of use, readable without a session. */
export function UserAgreementPage() {
  return <AgreementScreen name="user_agreement" />;
}

/** The privacy policy, readable without a session. */
export function PrivacyPage() {
  return <AgreementScreen name="user_ys" />;
}
