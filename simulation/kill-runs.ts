import { assertBooksBalance, customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { type Database, openDatabase } from '../apps/server/src/platform/db/database.ts';
import { Caller } from './caller.ts';
import { type MortalPostgres, startMortalPostgres } from './mortal-postgres.ts';

const callerCount = 12;
const requestsBetweenKills = 600;

/** All callers work while PostgreSQL is killed again and again; resolves with the number of requests answered. */
export async function killRuns(seed: number, kills: number): Promise<number> {
  const postgres = await startMortalPostgres();
  const database = openDatabase(postgres.appUrl, { max: callerCount });
  const callers = Array.from({ length: callerCount }, (_, i) => new Caller(BigInt(10_001 + i), seed + i));
  try {
    const answered = await runUnderKills(postgres, database, callers, kills);
    await assertAllIsThere(database, callers);
    await assertControlIsCaught(database, callers);
    return answered;
  } finally {
    await database.end();
    await postgres.stop();
  }
}

async function runUnderKills(
  postgres: MortalPostgres,
  database: Database,
  callers: readonly Caller[],
  kills: number,
): Promise<number> {
  let answered = 0;
  let killed = 0;
  let isBack: Promise<void> = Promise.resolve();
  const work = async (caller: Caller) => {
    while (killed < kills || answered < requestsBetweenKills * (kills + 1)) {
      await caller.sendNext(database, () => isBack);
      answered++;
      if (killed < kills && answered >= requestsBetweenKills * (killed + 1)) {
        killed++;
        isBack = postgres.killAndRestart();
      }
    }
  };
  await Promise.all(callers.map(work));
  await isBack;
  return answered;
}

async function assertAllIsThere(ledger: Database, callers: readonly Caller[]): Promise<void> {
  const differences = (await Promise.all(callers.map((caller) => caller.differences(ledger)))).flat();
  const expected = callers.reduce((sum, { postedKeys }) => sum + postedKeys.size, 0);
  const { rows } = await ledger.query<{ count: bigint }>({ text: 'select count(*) from ledger.transfer' });
  if (rows[0]?.count !== BigInt(expected))
    differences.push(`${rows[0]?.count} transfers, ${expected} were acknowledged`);
  if (differences.length > 0) throw new Error(differences.join('\n'));
  await assertBooksBalance(ledger);
}

/** One transfer behind the auditors' backs: who does not notice it would not notice a lost one either. */
async function assertControlIsCaught(ledger: Database, callers: readonly Caller[]): Promise<void> {
  await postTransfer(ledger, {
    key: 'the control',
    input: null,
    kind: 'simulation',
    businessDate: '2026-11-20',
    postedAt: new Date('2026-11-20T06:00:00Z'),
    postings: [
      {
        from: houseAccount('CUSTODY', 'BTC'),
        to: customerAccount(10_001n, 'OUTPUT_ACCOUNT', 'BTC'),
        type: 'RECHARGE_BTC',
        amount: 1n,
        date: '2026-11-20',
      },
    ],
  });
  const isNoticed = await assertAllIsThere(ledger, callers).then(
    () => false,
    () => true,
  );
  if (!isNoticed) throw new Error('the control was not noticed');
}
