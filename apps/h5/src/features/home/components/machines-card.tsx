import { Card, Columns, Figure, groupDigits, MoreLink, StatusBar, withDecimals } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import type { IndexInfo } from '../home-figures.ts';
import styles from './machines-card.module.css';

const hashrateDecimals = 2;
const hashrateText = (value: string) => groupDigits(withDecimals(value, hashrateDecimals));
const otherHashrate = ({ coin, value, unit }: IndexInfo['mining']['hashrates'][number]) =>
  `${coin} ${hashrateText(value)} ${unit}`;
const isRunning = ({ status }: IndexInfo['mining']['statusCounts'][number]) => status === 'RUNNING';

/** Running machines, hashrate and a status bar. */
export function MachinesCard({ mining }: { mining: IndexInfo['mining'] }) {
  const { machineCount, runningCount, statusCounts, hashrates } = mining;
  const [main, ...others] = hashrates;
  return (
    <Card title={messages.machines} action={<MoreLink href={href('devices')}>{messages.all}</MoreLink>}>
      <Columns
        even
        items={[
          {
            label: messages.running,
            value: (
              <Figure value={groupDigits(String(runningCount))} unit={messages.ofMachines(machineCount)} size="lead" />
            ),
          },
          ...(main
            ? [
                {
                  label: messages.hashrate,
                  value: <Figure value={hashrateText(main.value)} unit={main.unit} size="lead" />,
                  note: others.length > 0 ? others.map(otherHashrate).join(' · ') : undefined,
                },
              ]
            : []),
        ]}
      />
      <div className={styles.bar}>
        <StatusBar legend counts={[...statusCounts].sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)))} />
      </div>
    </Card>
  );
}
