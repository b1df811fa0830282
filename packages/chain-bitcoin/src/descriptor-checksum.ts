/** BIP380: a character's place gives five bits, and its group of 32 goes into one symbol for three characters. */
const inputs = `0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH\`#"\\ `;
const outputs = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
const length = 8;

/** The eight characters after `#`; throws a `TypeError` for a character that no descriptor has. */
export function descriptorChecksum(text: string): string {
  const sum = [...symbolsOf(text), ...Array<number>(length).fill(0)].reduce(next, 1n) ^ 1n;
  return Array.from({ length }, (_, at) => outputs[Number((sum >> BigInt(5 * (length - 1 - at))) & 31n)]).join('');
}

function symbolsOf(text: string): number[] {
  const symbols: number[] = [];
  let groups: number[] = [];
  for (const character of text) {
    const place = inputs.indexOf(character);
    if (place < 0) throw new TypeError(`no character of a descriptor: ${JSON.stringify(character)}`);
    symbols.push(place & 31);
    groups.push(place >> 5);
    if (groups.length === 3) {
      symbols.push(inBaseThree(groups));
      groups = [];
    }
  }
  return groups.length === 0 ? symbols : [...symbols, inBaseThree(groups)];
}

const inBaseThree = (digits: readonly number[]): number => digits.reduce((sum, digit) => sum * 3 + digit, 0);

function next(sum: bigint, symbol: number): bigint {
  const top = sum >> 35n;
  const shifted = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(symbol);
  return generator.reduce((one, term, at) => (((top >> BigInt(at)) & 1n) === 1n ? one ^ term : one), shifted);
}
