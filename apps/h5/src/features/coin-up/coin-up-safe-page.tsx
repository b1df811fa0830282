import { AgreementScreen } from '../../components/agreement-text/agreement-screen.tsx';

export function CoinUpSafePage() {
  return <AgreementScreen name="coinup_safe" />;
}
