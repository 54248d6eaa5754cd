import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Address } from './address.js';

/** Length of the shortest possible line: gives an upper bound of the number of lines before they are read. */
const SHORTEST_LINE = 20;
const LOW_64 = (1n << 64n) - 1n;

/** Ranges of addresses with a number for each, as the packages of `@ip-location-db` list them. */
export class AddressRanges {
  private constructor(
    private readonly v4: Ranges<Uint32Array>,
    private readonly v6: Ranges<BigUint64Array>,
  ) {}

  /**
   * Reads an installed package in chunks, without blocking the event loop for long; takes a fraction of a second.
   * @param toNumber reads the third field of a line
   */
  static async load(name: string, toNumber: (text: string) => number): Promise<AddressRanges> {
    const pathOf = (version: string) =>
      createRequire(import.meta.url).resolve(`@ip-location-db/${name}/${name}-${version}-num.csv`);
    const v4 = await readIpv4(pathOf('ipv4'), toNumber);
    return new AddressRanges(v4, await readIpv6(pathOf('ipv6'), toNumber));
  }

  /** Number of ranges. */
  get size(): number {
    return this.v4.numbers.length + this.v6.numbers.length;
  }

  /** The number of the range with this address; undefined if it is in none. */
  find({ bits, value }: Address): number | undefined {
    return bits === 32 ? findIpv4(this.v4, Number(value)) : findIpv6(this.v6, value);
  }
}

/** First and last address of each range, sorted. An IPv6 address takes two elements. */
interface Ranges<N extends Uint32Array | BigUint64Array> {
  from: N;
  to: N;
  numbers: Uint32Array;
}

function findIpv4({ from, to, numbers }: Ranges<Uint32Array>, address: number): number | undefined {
  const index = lastBefore(numbers.length, (middle) => from[middle]! <= address);
  return index >= 0 && address <= to[index]! ? numbers[index] : undefined;
}

function findIpv6({ from, to, numbers }: Ranges<BigUint64Array>, address: bigint): number | undefined {
  const index = lastBefore(numbers.length, (middle) => wideAt(from, middle) <= address);
  return index >= 0 && address <= wideAt(to, index) ? numbers[index] : undefined;
}

/** Index of the last of sorted ranges that begins at the address or before it; -1 if there is none. */
function lastBefore(count: number, beginsBefore: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (beginsBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const wideAt = (numbers: BigUint64Array, index: number): bigint =>
  (numbers[2 * index]! << 64n) | numbers[2 * index + 1]!;

async function readIpv4(path: string, toNumber: (text: string) => number): Promise<Ranges<Uint32Array>> {
  const most = Math.ceil((await stat(path)).size / SHORTEST_LINE);
  const [from, to, numbers] = [new Uint32Array(most), new Uint32Array(most), new Uint32Array(most)];
  let count = 0;
  await readLines(path, (first, last, text) => {
    from[count] = Number(first);
    to[count] = Number(last);
    numbers[count] = toNumber(text);
    count += 1;
  });
  return { from: from.slice(0, count), to: to.slice(0, count), numbers: numbers.slice(0, count) };
}

async function readIpv6(path: string, toNumber: (text: string) => number): Promise<Ranges<BigUint64Array>> {
  const most = Math.ceil((await stat(path)).size / SHORTEST_LINE);
  const [from, to, numbers] = [new BigUint64Array(2 * most), new BigUint64Array(2 * most), new Uint32Array(most)];
  let count = 0;
  await readLines(path, (first, last, text) => {
    setWide(from, count, BigInt(first));
    setWide(to, count, BigInt(last));
    numbers[count] = toNumber(text);
    count += 1;
  });
  return { from: from.slice(0, 2 * count), to: to.slice(0, 2 * count), numbers: numbers.slice(0, count) };
}

function setWide(numbers: BigUint64Array, index: number, value: bigint): void {
  numbers[2 * index] = value >> 64n;
  numbers[2 * index + 1] = value & LOW_64;
}

/** Takes the first three fields of each line; a name after them is ignored. */
async function readLines(path: string, take: (first: string, last: string, text: string) => void): Promise<void> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1' })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line, take);
  }
  takeLine(rest, take);
}

const LINE = /^(\d+),(\d+),(\w+)/;

function takeLine(line: string, take: (first: string, last: string, text: string) => void): void {
  const [, first, last, text] = LINE.exec(line) ?? [];
  if (first !== undefined && last !== undefined && text !== undefined) take(first, last, text);
}
