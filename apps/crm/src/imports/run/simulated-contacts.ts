import { IDENTIFIER_KINDS, type IdentifierKind } from '../../identifiers/identifiers.js';
import type { IdentifierCounts } from '../import.sql.js';

const FIRST_SLOTS = 1_024;
/** Half of the slots stay free, so that a search ends soon. */
const LOAD = 0.5;

/**
 * Contacts of a dry run, found by their identifiers. Takes at most some tens of megabytes for a million rows. An identifier is
 * known by 64 bits of its blind index, a contact by a number.
 */
export class SimulatedContacts {
  #keys = new BigUint64Array(FIRST_SLOTS);
  #numbers = new Uint32Array(FIRST_SLOTS);
  #size = 0;
  #contacts = 0;
  /** How many identifiers of each kind a contact has, by its number; a contact has few. */
  readonly #counts: Record<IdentifierKind, Uint8Array> = {
    email: new Uint8Array(FIRST_SLOTS),
    phone: new Uint8Array(FIRST_SLOTS),
  };

  /** Returns the number of a new contact. */
  create(counts: IdentifierCounts = { email: 0, phone: 0 }): number {
    this.#contacts += 1;
    for (const kind of IDENTIFIER_KINDS) {
      if (this.#contacts >= this.#counts[kind].length) this.#counts[kind] = doubled(this.#counts[kind]);
      this.#counts[kind][this.#contacts] = counts[kind];
    }
    return this.#contacts;
  }

  countOf(contact: number, kind: IdentifierKind): number {
    return this.#counts[kind][contact] ?? 0;
  }

  /** Gives a contact an identifier that no contact has. */
  add(contact: number, kind: IdentifierKind, index: Buffer): void {
    this.#counts[kind][contact] = this.countOf(contact, kind) + 1;
    this.set(index, contact);
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

function doubled(counts: Uint8Array): Uint8Array {
  const larger = new Uint8Array(counts.length * 2);
  larger.set(counts);
  return larger;
}
