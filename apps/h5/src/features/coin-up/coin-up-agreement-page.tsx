import { AgreementScreen } from '../../components/agreement-text/agreement-screen.tsx';

/** The agreement that stands at every subscription. */
export function CoinUpAgreementPage() {
  return <AgreementScreen name="coinup_xy" />;
}
