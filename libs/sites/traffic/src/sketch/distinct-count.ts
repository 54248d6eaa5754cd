const PRECISION = 12;
const REGISTERS = 1 << PRECISION;
const ID_BYTES = 8;
/** Up to so many visitors the ids themselves are kept, and the count is exact. */
const EXACT_MAX = 1_000;
/** First byte of the form of ids, and of that of registers. */
const IDS = 1;
const SKETCH = 2;
/** Most that a register can have, less one: the bits of an id that do not choose the register. */
const RANKS = 64 - PRECISION;

/**
 * Distinct visitors: exact below 1,000, from then on an estimate by HyperLogLog with 4,096 registers (standard error 1.6 %). Ids are 64
 * random bits in base64url, so that they need no hash.
 */
export class DistinctCount {
  private ids: Set<string> | undefined = new Set();
  private registers: Uint8Array | undefined;

  /** @throws Error for bytes that are no such count */
  static fromBytes(bytes: Buffer): DistinctCount {
    const count = new DistinctCount();
    if (bytes[0] === SKETCH && bytes.length === 1 + REGISTERS) {
      count.ids = undefined;
      count.registers = Uint8Array.from(bytes.subarray(1));
      return count;
    }
    if (bytes[0] !== IDS || bytes.length % ID_BYTES !== 1) throw new Error('The bytes are no count of visitors');
    for (let at = 1; at < bytes.length; at += ID_BYTES) count.add(bytes.toString('base64url', at, at + ID_BYTES));
    return count;
  }

  toBytes(): Buffer {
    if (this.registers) return Buffer.concat([Buffer.of(SKETCH), this.registers]);
    return Buffer.concat([Buffer.of(IDS), ...[...this.ids!].map((id) => Buffer.from(id, 'base64url'))]);
  }

  /** @param id 64 bits in base64url */
  add(id: string): void {
    if (!this.ids) return this.register(id);
    this.ids.add(id);
    if (this.ids.size >= EXACT_MAX) this.estimate();
  }

  /** Adds all visitors of another count. */
  merge(other: DistinctCount): void {
    if (other.ids) {
      for (const id of other.ids) this.add(id);
      return;
    }
    this.estimate();
    const [own, theirs] = [this.registers!, other.registers!];
    for (let index = 0; index < REGISTERS; index += 1) if (theirs[index]! > own[index]!) own[index] = theirs[index]!;
  }

  get size(): number {
    if (this.ids) return this.ids.size;
    return estimateOf(this.registers!);
  }

  private estimate(): void {
    if (!this.ids) return;
    this.registers = new Uint8Array(REGISTERS);
    const { ids } = this;
    this.ids = undefined;
    for (const id of ids) this.register(id);
  }

  private register(id: string): void {
    const bytes = Buffer.from(id, 'base64url');
    const high = bytes.readUInt32BE(0);
    const index = high >>> (32 - PRECISION);
    const rest = (high << PRECISION) >>> 0;
    const rank =
      rest === 0 ? Math.min(Math.clz32(bytes.readUInt32BE(4)), 32) + 32 - PRECISION + 1 : Math.clz32(rest) + 1;
    const { registers } = this;
    if (rank > registers![index]!) registers![index] = rank;
  }
}

/**
 * Estimates how many ids the registers saw, without the bias of the first HyperLogLog between small and large numbers: Ertl, "New cardinality
 * estimation algorithms for HyperLogLog sketches" (2017), algorithm 6.
 */
function estimateOf(registers: Uint8Array): number {
  const counts = new Float64Array(RANKS + 2);
  for (const rank of registers) counts[rank]! += 1;
  let sum = REGISTERS * tau(1 - counts[RANKS + 1]! / REGISTERS);
  for (let rank = RANKS; rank >= 1; rank -= 1) sum = (sum + counts[rank]!) / 2;
  sum += REGISTERS * sigma(counts[0]! / REGISTERS);
  return Math.round(REGISTERS ** 2 / (2 * Math.LN2 * sum));
}

/** Adds x^(2^k) 2^(k-1) over all k, and x. */
function sigma(x: number): number {
  if (x === 1) return Infinity;
  let [power, weight, sum, before] = [x, 1, x, Number.NaN];
  while (sum !== before) {
    before = sum;
    power *= power;
    sum += power * weight;
    weight *= 2;
  }
  return sum;
}

/** A third of 1 - x - the sum of (1 - x^(2^-k))^2 2^-k over all k. */
function tau(x: number): number {
  if (x === 0 || x === 1) return 0;
  let [root, weight, sum, before] = [x, 1, 1 - x, Number.NaN];
  while (sum !== before) {
    before = sum;
    root = Math.sqrt(root);
    weight /= 2;
    sum -= (1 - root) ** 2 * weight;
  }
  return sum / 3;
}
