import { Card, Columns, Figure, groupDigits, MoreLink, StatusBar, withDecimals } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { homeWords as words } from '../../../locales/zh/home.ts';
import type { IndexInfo } from '../home-figures.ts';
import styles from './machines-card.module.css';

const hashrateDecimals = 2;
const isRunning = ({ status }: IndexInfo['mining']['statusCounts'][number]) => status === 'RUNNING';

/** Running machines, hashrate and a status bar. */
export function MachinesCard({ mining }: { mining: IndexInfo['mining'] }) {
  const { machineCount, runningCount, statusCounts, hashrates } = mining;
  if (machineCount === 0) {
    return (
      <Card title={words.machines}>
        <p className={styles.none}>{words.noMachineHint}</p>
      </Card>
    );
  }
  return (
    <Card title={words.machines} action={<MoreLink href={href('devices')}>{words.all}</MoreLink>}>
      <Columns
        even
        items={[
          {
            label: words.running,
            value: (
              <Figure value={groupDigits(String(runningCount))} unit={words.ofMachines(machineCount)} size="lead" />
            ),
          },
          ...hashrates.map(({ coin, value, unit }) => ({
            label: hashrates.length > 1 ? `${words.hashrate} ${coin}` : words.hashrate,
            value: <Figure value={groupDigits(withDecimals(value, hashrateDecimals))} unit={unit} size="lead" />,
          })),
        ]}
      />
      <div className={styles.bar}>
        <StatusBar counts={[...statusCounts].sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)))} />
      </div>
    </Card>
  );
}
