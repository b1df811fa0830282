import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Contestant } from './rounds.ts';

const program = '/usr/lib/postgresql/15/bin/pgbench';
const run = promisify(execFile);

/**
 * PostgreSQL's own yardstick, TPC-B-like: seven statements a transaction, in C. Scale 20 lies above the number of
 * connections, as its manual asks, so that it does not wait for its own hot rows.
 */
export async function pgbench(url: string, connections: number): Promise<Contestant> {
  await call('-i', '-q', '-s', '20', url);
  return {
    name: 'pgbench TPC-B -M prepared',
    async run(seconds) {
      const output = await call('-n', '-M', 'prepared', '-c', `${connections}`, '-j', '2', '-T', `${seconds}`, url);
      const rate = /tps = ([0-9.]+)/.exec(output)?.[1];
      if (!rate) throw new Error(`pgbench printed no rate:\n${output}`);
      return Number(rate);
    },
  };
}

async function call(...options: string[]): Promise<string> {
  try {
    return (await run(program, options)).stdout;
  } catch (error) {
    throw new Error(`${program} is needed: Debian's package postgresql-15 has it`, { cause: error });
  }
}
