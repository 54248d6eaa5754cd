import { randomFillSync } from 'node:crypto';

const BYTES = 8;

/** Random bytes for many ids, from one call of the generator. */
const pool = Buffer.allocUnsafe(BYTES * 512);
let used = pool.length;

/** A request id: `req_` and 16 random hex digits. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const id = `req_${pool.toString('hex', used, used + BYTES)}`;
  used += BYTES;
  return id;
}
