import { ActionSheet, Icon } from '@lode/ui';
import { useState } from 'react';
import { withdrawMessages as messages } from '../../../locales/zh/withdraw.ts';
import type { Network, WithdrawCoin } from '../withdrawal.ts';
import styles from './withdraw.module.css';

const icons = { BTC: 'btc', USDT: 'usdt' } as const;

interface CoinNetworkPickerProps {
  coin: WithdrawCoin;
  coins: readonly WithdrawCoin[];
  network: Network;
  networks: readonly Network[];
  onCoin: (coin: WithdrawCoin) => void;
  onNetwork: (network: Network) => void;
}

export function CoinNetworkPicker({ coin, coins, network, networks, onCoin, onNetwork }: CoinNetworkPickerProps) {
  const [open, setOpen] = useState<'coin' | 'network' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={styles.pickers}>
      <button
        type="button"
        className={styles.picker}
        aria-haspopup="dialog"
        aria-label={`${messages.coin} ${coin}`}
        onClick={() => setOpen('coin')}
      >
        <span className={styles.coin}>
          <Icon name={icons[coin]} size="s" />
        </span>
        <span className={styles.value}>{coin}</span>
        <Icon name="down" size="s" />
      </button>
      <button
        type="button"
        className={styles.picker}
        aria-haspopup="dialog"
        aria-label={`${messages.network} ${network}`}
        onClick={() => setOpen('network')}
      >
        <span className={styles.value}>{network}</span>
        <Icon name="down" size="s" />
      </button>
      <ActionSheet
        open={open === 'coin'}
        title={messages.chooseCoin}
        items={coins.map((value) => ({ value, label: value }))}
        value={coin}
        onSelect={onCoin}
        onClose={close}
      />
      <ActionSheet
        open={open === 'network'}
        title={messages.chooseNetwork}
        items={(networks.length > 0 ? networks : [network]).map((value) => ({ value, label: value }))}
        value={network}
        onSelect={onNetwork}
        onClose={close}
      />
    </div>
  );
}
