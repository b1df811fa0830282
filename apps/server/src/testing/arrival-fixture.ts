export { needed, startDepositFixture } from '../features/deposits/testing/deposit-fixture.ts';
