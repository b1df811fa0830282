import type { ConsoleData } from '@lode/contract/console';

export type CoinUp = ConsoleData<'coinUp'>;
export type SavingsCoin = CoinUp['coins'][number]['coin'];
