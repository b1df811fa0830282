import { AgreementScreen } from '../../components/agreement-text/agreement-screen.tsx';
import { useClientState } from '../../lib/session/session.ts';
import { SafetyCard } from './components/safety-card.tsx';

/** How principal and interest are kept apart; with a session also the figures of today. */
export function CoinUpSafePage() {
  const isLoggedIn = useClientState((state) => state.token !== null);
  return <AgreementScreen name="coinup_safe">{isLoggedIn && <SafetyCard />}</AgreementScreen>;
}
