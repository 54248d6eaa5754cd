import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Address } from './address.js';

const PACKAGE = '@ip-location-db/asn';
/** Length of the shortest possible line: gives an upper bound of the number of lines before they are read. */
const SHORTEST_LINE = 20;
const LOW_64 = (1n << 64n) - 1n;

/**
 * The autonomous system that announces an address: about half a million ranges as sorted numbers (about 9 MiB). The data
 * come from RouteViews, the NRO and DB-IP (CC BY 4.0); see NOTICE.md.
 */
export class AsnTable {
  private constructor(
    private readonly v4: Ranges<Uint32Array>,
    private readonly v6: Ranges<BigUint64Array>,
  ) {}

  /** Reads the installed data in chunks, without blocking the event loop for long; takes a fraction of a second. */
  static async load(): Promise<AsnTable> {
    const [v4, v6] = [await readIpv4(pathOf('asn-ipv4-num.csv')), await readIpv6(pathOf('asn-ipv6-num.csv'))];
    return new AsnTable(v4, v6);
  }

  /** Number of ranges. */
  get size(): number {
    return this.v4.systems.length + this.v6.systems.length;
  }

  /** The number of the system that announces the address; undefined if it is not announced. */
  find({ bits, value }: Address): number | undefined {
    return bits === 32 ? find(this.v4, 1, value) : find(this.v6, 2, value);
  }
}

/** First and last address of each range, sorted. An IPv6 address takes two elements. */
interface Ranges<N extends Uint32Array | BigUint64Array> {
  from: N;
  to: N;
  systems: Uint32Array;
}

type Width = 1 | 2;

function find({ from, to, systems }: Ranges<Uint32Array | BigUint64Array>, width: Width, value: bigint) {
  let [low, high] = [0, systems.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberAt(from, middle, width) <= value) low = middle + 1;
    else high = middle;
  }
  const index = low - 1;
  return index >= 0 && value <= numberAt(to, index, width) ? systems[index] : undefined;
}

function numberAt(numbers: Uint32Array | BigUint64Array, index: number, width: Width): bigint {
  if (width === 1) return BigInt(numbers[index] ?? 0);
  return (BigInt(numbers[2 * index] ?? 0) << 64n) | BigInt(numbers[2 * index + 1] ?? 0);
}

async function readIpv4(path: string): Promise<Ranges<Uint32Array>> {
  const most = Math.ceil((await stat(path)).size / SHORTEST_LINE);
  const [from, to, systems] = [new Uint32Array(most), new Uint32Array(most), new Uint32Array(most)];
  let count = 0;
  await readLines(path, (first, last, system) => {
    from[count] = Number(first);
    to[count] = Number(last);
    systems[count] = system;
    count += 1;
  });
  return { from: from.slice(0, count), to: to.slice(0, count), systems: systems.slice(0, count) };
}

async function readIpv6(path: string): Promise<Ranges<BigUint64Array>> {
  const most = Math.ceil((await stat(path)).size / SHORTEST_LINE);
  const [from, to, systems] = [new BigUint64Array(2 * most), new BigUint64Array(2 * most), new Uint32Array(most)];
  let count = 0;
  await readLines(path, (first, last, system) => {
    setWide(from, count, BigInt(first));
    setWide(to, count, BigInt(last));
    systems[count] = system;
    count += 1;
  });
  return { from: from.slice(0, 2 * count), to: to.slice(0, 2 * count), systems: systems.slice(0, count) };
}

function setWide(numbers: BigUint64Array, index: number, value: bigint): void {
  numbers[2 * index] = value >> 64n;
  numbers[2 * index + 1] = value & LOW_64;
}

/** The first three fields of each line are numbers; the name after them is ignored. */
async function readLines(path: string, take: (first: string, last: string, system: number) => void): Promise<void> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1' })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) takeLine(line, take);
  }
  takeLine(rest, take);
}

const LINE = /^(\d+),(\d+),(\d+),/;

function takeLine(line: string, take: (first: string, last: string, system: number) => void): void {
  const [, first, last, system] = LINE.exec(line) ?? [];
  if (first !== undefined && last !== undefined) take(first, last, Number(system));
}

function pathOf(file: string): string {
  return createRequire(import.meta.url).resolve(`${PACKAGE}/${file}`);
}
