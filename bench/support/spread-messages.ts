import { finished } from 'node:stream/promises';
import { from } from 'pg-copy-streams';
import { firstIdAt, idAt, positionOf } from '#libs/core/persistence';
import type { BenchTenant, Platform } from './platform.js';

const DAYS = 45;
const DAY_MS = 86_400_000;
const ROWS_A_CHUNK = 5_000;

/** Messages evenly over the last weeks, of which most months have no partition of their own. */
export async function fillMessages(
  platform: Platform,
  { id: tenantId, domain }: BenchTenant,
  count: number,
): Promise<void> {
  const first = positionOf(firstIdAt('msg', new Date(Date.now() - DAYS * DAY_MS)));
  const last = positionOf(firstIdAt('msg', new Date()));
  const step = Math.floor((last - first) / count);
  const client = await platform.admin.connect();
  const copy = client.query(
    from(
      'copy message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id, tags) from stdin',
    ),
  );
  for (let n = 0; n < count; n += ROWS_A_CHUNK) {
    let chunk = '';
    for (let at = n; at < Math.min(n + ROWS_A_CHUNK, count); at += 1) {
      const id = idAt('msg', first + at * step);
      chunk += `${tenantId}\t${id}\temail\tsent\tlive\torders@${domain}\tcustomer.${at}@example.test\tYour order ${at}\t${id}\t{"kind": "order"}\n`;
    }
    if (!copy.write(chunk)) await new Promise((resolve) => copy.once('drain', resolve));
  }
  copy.end();
  await finished(copy);
  client.release();
  await platform.admin.query('vacuum (analyze) message');
  await platform.checkpoint();
}
