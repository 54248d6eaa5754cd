import { randomInt } from 'node:crypto';

/**
 * Prefixes of the public identifiers and their resources. An app adds its own by declaration merging:
 * `declare module '#libs/core/persistence' { interface IdPrefixes { inv: 'invoice' } }`.
 */
export interface IdPrefixes {
  acc: 'tenant';
  aud: 'audit entry';
  key: 'API key';
  req: 'request';
  ses: 'session';
  usr: 'user';
}

export type IdPrefix = keyof IdPrefixes;
export type Id<P extends IdPrefix> = `${P}_${string}`;
export type TenantId = Id<'acc'>;

/*
 * A position is a 53-bit number, so that it is exact as a JSON number and can serve as a cursor:
 *   41 bits  milliseconds since 2020-01-01 (enough until 2089)
 *    6 bits  node, one per running process
 *    6 bits  sequence within the millisecond
 * An id is the position followed by 11 bits that are computed from it: 64 bits, 16 hexadecimal digits. Equal ids
 * therefore mean equal positions, and a unique index on the id is a unique index on the position.
 */
const EPOCH = Date.UTC(2020, 0, 1);
/** How many processes can make ids at a time. */
export const ID_NODES = 64;
const PER_MILLISECOND = 64;
const STEP = ID_NODES * PER_MILLISECOND;
const CHECK_VALUES = 2 ** 11;
const LOW_POSITION_VALUES = 2 ** 21;
const ID = /^[a-z]+_[0-9a-f]{16}$/;

let node = randomInt(ID_NODES);
let millisecond = 0;
let sequence = 0;

/**
 * Sets the node number of this process, so that two processes never issue the same position. Without a call the number is
 * random, and a unique index has to reject collisions.
 */
export function useIdNode(number: number): void {
  node = number % ID_NODES;
}

/** The next position of this process: larger than every earlier one, and close to the current time. */
export function nextPosition(): number {
  const now = Date.now() - EPOCH;
  if (now > millisecond) {
    millisecond = now;
    sequence = 0;
  } else if (++sequence === PER_MILLISECOND) {
    // The millisecond is used up: continue in the next one instead of waiting for it.
    millisecond += 1;
    sequence = 0;
  }
  return millisecond * STEP + node * PER_MILLISECOND + sequence;
}

/** A new identifier `<prefix>_<16 hex>`; ids of one prefix sort by the time of their creation. */
export function newId<P extends IdPrefix>(prefix: P): Id<P> {
  return idAt(prefix, nextPosition());
}

/** The identifier of a position; the inverse of {@link positionOf}. */
export function idAt<P extends IdPrefix>(prefix: P, position: number): Id<P> {
  const high = Math.floor(position / LOW_POSITION_VALUES);
  const low = (position % LOW_POSITION_VALUES) * CHECK_VALUES + checkBits(position);
  return `${prefix}_${hex32(high)}${hex32(low)}`;
}

/** The position (53 bits) inside an identifier. */
export function positionOf(id: string): number {
  const digits = id.slice(-16);
  const high = Number.parseInt(digits.slice(0, 8), 16);
  const low = Number.parseInt(digits.slice(8), 16);
  return high * LOW_POSITION_VALUES + Math.floor(low / CHECK_VALUES);
}

/** The time at which an identifier was made, to the millisecond (a little later for one made in a burst). */
export function timeOfId(id: string): Date {
  return new Date(EPOCH + Math.floor(positionOf(id) / STEP));
}

/** The smallest identifier of a time: ids made earlier are smaller, ids made from then on are not. */
export function firstIdAt<P extends IdPrefix>(prefix: P, time: Date): Id<P> {
  const position = Math.max(0, time.getTime() - EPOCH) * STEP;
  const high = Math.floor(position / LOW_POSITION_VALUES);
  const low = (position % LOW_POSITION_VALUES) * CHECK_VALUES;
  return `${prefix}_${hex32(high)}${hex32(low)}`;
}

/** Whether a value has the form of an identifier with this prefix. */
export function isId<P extends IdPrefix>(prefix: P, value: unknown): value is Id<P> {
  return typeof value === 'string' && value.startsWith(`${prefix}_`) && ID.test(value);
}

function checkBits(position: number): number {
  const mixed = Math.imul(((position % 0x1_0000_0000) | 0) ^ Math.floor(position / 0x1_0000_0000), 0x9e37_79b1);
  return mixed >>> 21;
}

function hex32(value: number): string {
  return value.toString(16).padStart(8, '0');
}
