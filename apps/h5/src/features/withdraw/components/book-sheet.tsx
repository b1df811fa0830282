import { Button, Empty, Row, Sheet, Skeleton, shanghaiShortTime } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../../components/query-view.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { endsOf } from '../../../lib/chain-figures.ts';
import { href } from '../../../lib/routes.ts';
import { addressBookMessages, withdrawMessages as messages } from '../../../locales/zh/withdraw.ts';
import type { Network, WithdrawCoin } from '../withdrawal.ts';
import styles from './withdraw.module.css';

interface BookSheetProps {
  open: boolean;
  coin: WithdrawCoin;
  network: Network;
  /** How long a new address holds a withdrawal back. */
  holdHours: number;
  onPick: (address: string) => void;
  /** Called before the link to the address book. */
  onManage: () => void;
  onClose: () => void;
}

export function BookSheet({ open, ...rest }: BookSheetProps) {
  return (
    <Sheet open={open} title={messages.pickTitle} onClose={rest.onClose}>
      <Entries {...rest} />
    </Sheet>
  );
}

function Entries({ coin, network, holdHours, onPick, onManage, onClose }: Omit<BookSheetProps, 'open'>) {
  const book = useQuery(callQuery('withdrawAddressList', {}));
  const skeleton = <Row title={<Skeleton width="40%" height={28} />} caption={<Skeleton width="70%" height={24} />} />;
  return (
    <div className={styles.sheet}>
      <QueryView query={book} skeleton={skeleton}>
        {(entries) => {
          const fitting = entries.filter((entry) => entry.network === network);
          if (fitting.length === 0) {
            return <Empty title={addressBookMessages.pickEmpty} hint={addressBookMessages.emptyHint(holdHours)} />;
          }
          return (
            <div>
              {fitting.map(({ id, address, label, until }) => (
                <Row
                  key={id}
                  title={label || addressBookMessages.unnamed}
                  caption={endsOf(address)}
                  value={
                    <span className={styles.quiet}>
                      {until === null
                        ? addressBookMessages.ready
                        : addressBookMessages.heldUntil(shanghaiShortTime(until))}
                    </span>
                  }
                  onClick={() => {
                    onPick(address);
                    onClose();
                  }}
                />
              ))}
            </div>
          );
        }}
      </QueryView>
      <Button variant="quiet" block href={href('withdraw_address', { coin })} onClick={onManage}>
        {messages.manageBook}
      </Button>
    </div>
  );
}
