/** Proves on a real node that the EVM adapter does what every chain must do. */
import { describeChain } from '@lode/chain/conformance';
import { startEvmHarness } from './testing/harness.ts';

describeChain('EVM', startEvmHarness);
