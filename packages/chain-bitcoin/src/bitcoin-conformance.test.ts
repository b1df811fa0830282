// Proves that Bitcoin, on a real node, does what every chain must do.
import { describeChain } from '@lode/chain/conformance';
import { startBitcoinHarness } from './testing/bitcoin-harness.ts';

describeChain('Bitcoin', startBitcoinHarness);
