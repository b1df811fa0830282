import { AgreementScreen } from '../../components/agreement-text/agreement-screen.tsx';

/** How principal and the fund that pays interest are kept apart, and what the risks are. */
export function CoinUpSafePage() {
  return <AgreementScreen name="coinup_safe" />;
}
