import { Fraction } from './fraction.ts';

/** A line of the shipped file of real network days. */
export interface NetworkDay {
  date: string;
  blocks: string;
  difficulty: string;
  subsidySum: string;
  feeSum: string;
}

export interface MachineDay {
  terahashes: string;
  seconds: number;
  poolFeeRate: string;
}

/**
 * Full pay-per-share by the published formula: expected blocks × mean subsidy × fee rate, less the pool fee; exact until
 * the last line.
 */
export function expectedOutput(day: NetworkDay, machine: MachineDay): { gross: string; net: string } {
  const hashes = Fraction.of(machine.terahashes)
    .times(new Fraction(10n ** 12n))
    .times(new Fraction(BigInt(machine.seconds)));
  const hashesPerBlock = Fraction.of(day.difficulty).times(new Fraction(2n ** 32n));
  const expectedBlocks = hashes.over(hashesPerBlock);
  const meanSubsidy = Fraction.of(day.subsidySum).over(Fraction.of(day.blocks));
  const payPerShare = expectedBlocks.times(meanSubsidy);
  const feeRate = Fraction.of(day.subsidySum).plus(Fraction.of(day.feeSum)).over(Fraction.of(day.subsidySum));
  const gross = payPerShare.times(feeRate);
  const net = gross.times(new Fraction(1n).minus(Fraction.of(machine.poolFeeRate)));
  return { gross: gross.cut(8), net: net.cut(8) };
}

export function readNetworkDays(csv: string): NetworkDay[] {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  const columns = header.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(columns.map((column, i) => [column, values[i] ?? ''])) as unknown as NetworkDay;
  });
}
