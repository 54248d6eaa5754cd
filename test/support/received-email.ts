import { newId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import type { PlatformStack } from './platform-stack.js';

const RAW = Buffer.from('From: ana@example.test\r\nSubject: Hello\r\n\r\nHello.\r\n');
const FILE = Buffer.from('a file');

/** Stores a received e-mail with one file for a tenant. Returns its id. */
export async function storeReceivedEmail(stack: PlatformStack, tenantId: `acc_${string}`, to: string): Promise<string> {
  const [raw] = await stack.app.get(Blobs, { strict: false }).writeMany(tenantId, [RAW]);
  const id = newId('inb');
  const content = {
    from: { address: 'ana@example.test', name: 'Ana' },
    subject: 'Hello',
    messageId: null,
    inReplyTo: null,
    references: [],
    to: [{ address: to, name: '' }],
    cc: [],
    replyTo: [],
    date: null,
    autoSubmitted: false,
    verdicts: { spf: 'none', dkim: 'none', dmarc: 'none' },
  };
  await stack.sql(
    `insert into received_email (tenant_id, id, route_id, envelope_from, recipients, client, hash, bytes, received_at, read_at,
                                 content, headers, text)
     values ($1, $2, $3, 'ana@example.test', array[$4], '{"address": "192.0.2.1", "name": "mx.example.test", "secure": true}',
             $5, $6, now(), now(), $7, '[]', 'Hello.')`,
    [tenantId, id, newId('irt'), to, raw, RAW.length, content],
  );
  await addFile(stack, tenantId, id, 0);
  return id;
}

/** Adds a file to a received e-mail. */
export async function addFile(
  stack: PlatformStack,
  tenantId: `acc_${string}`,
  emailId: string,
  index: number,
): Promise<void> {
  const [hash] = await stack.app.get(Blobs, { strict: false }).writeMany(tenantId, [FILE]);
  await stack.sql(
    `insert into received_attachment (tenant_id, email_id, index, file_name, content_type, bytes, hash)
     values ($1, $2, $3, 'a.txt', 'text/plain', $4, $5)`,
    [tenantId, emailId, index, FILE.length, hash],
  );
}
