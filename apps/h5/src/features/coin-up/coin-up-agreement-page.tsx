import { AgreementScreen } from '../../components/agreement-text/agreement-screen.tsx';

export function CoinUpAgreementPage() {
  return <AgreementScreen name="coinup_xy" />;
}
