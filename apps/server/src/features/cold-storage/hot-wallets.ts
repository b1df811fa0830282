import type { Network } from '@lode/chain';
import { bitcoinHotWallet } from './bitcoin-hot-wallet.ts';
import { evmHotWallet } from './evm-hot-wallet.ts';
import type { HotWallet } from './hot-wallet.ts';
import type { ColdTransfer } from './transfer.repository.ts';

const wallets: Record<Network, HotWallet> = { BITCOIN: bitcoinHotWallet, ERC20: evmHotWallet };

export const hotWalletOf = ({ network }: Pick<ColdTransfer, 'network'>): HotWallet => wallets[network];
