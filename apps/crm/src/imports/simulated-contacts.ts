const FIRST_SLOTS = 1_024;
/** Half of the slots stay free, so that a search ends soon. */
const LOAD = 0.5;

/**
 * Which contact has which identifier in a dry run, in at most some tens of megabytes for a million rows. An identifier is
 * known by 64 bits of its blind index, a contact by a number.
 */
export class SimulatedContacts {
  #keys = new BigUint64Array(FIRST_SLOTS);
  #numbers = new Uint32Array(FIRST_SLOTS);
  #size = 0;
  #contacts = 0;

  /** A number that no contact has. */
  nextContact(): number {
    this.#contacts += 1;
    return this.#contacts;
  }

  /** @param index at least 8 bytes that are as good as random */
  find(index: Buffer): number | undefined {
    const number = this.#numbers[this.#slotOf(index.readBigUInt64LE(0))];
    return number === 0 ? undefined : number;
  }

  set(index: Buffer, contact: number): void {
    if (this.#size >= this.#keys.length * LOAD) this.#grow();
    this.#put(index.readBigUInt64LE(0), contact);
  }

  #put(key: bigint, contact: number): void {
    const slot = this.#slotOf(key);
    if (this.#numbers[slot] === 0) this.#size += 1;
    this.#keys[slot] = key;
    this.#numbers[slot] = contact;
  }

  /** The slot of a key, or the free one where it belongs. */
  #slotOf(key: bigint): number {
    const mask = this.#keys.length - 1;
    let slot = Number(key & BigInt(mask));
    while (this.#numbers[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [keys, numbers] = [this.#keys, this.#numbers];
    this.#keys = new BigUint64Array(keys.length * 2);
    this.#numbers = new Uint32Array(keys.length * 2);
    this.#size = 0;
    for (const [slot, contact] of numbers.entries()) if (contact !== 0) this.#put(keys[slot]!, contact);
  }
}
