import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { Blobs } from '#libs/core/storage';
import { DnsSink } from '#libs/test/testing';
import { tortureMessages } from '../../../../libs/mail/mime/test-support/torture.js';
import { createMailbox, createVerifiedDomain } from '../../../../test/support/mail-fixtures.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import { submit } from './receiving.fixture.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

/** Size of a message with its file of 50 MB. */
const LARGEST = 60 * 1024 * 1024;
/** Less than the message, of which no part may be in memory as a whole. */
const LARGE_MEMORY = 50 * 1024 * 1024;

const dns = useStack(() => DnsSink.start());
const stack = useStack(() =>
  mailStack({ INBOUND_PORT: '0', INBOUND_MAX_BYTES: String(LARGEST), DNS_SERVER: dns.server }),
);
const tenant = usePrepared(() => stack.createTenant());
let reader: Awaited<ReturnType<MailTenant['key']>>;
let domain: MailDomain;

beforeAll(async () => {
  domain = await createVerifiedDomain(stack, tenant.id, 'shop.test');
  reader = await tenant.key('email:read');
});
/** As a client must put it on the wire (RFC 5321, 2.3.8): lines end in CR LF, the last one too. */
function onTheWire(raw: Buffer): Buffer {
  const text = raw.toString('latin1').replaceAll(/\r\n|\r|\n/g, '\r\n');
  return Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`, 'latin1');
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Sends a message to a new mailbox, and waits until it is listed. */
async function receive(raw: Buffer | Readable): Promise<{ mailboxId: string; id: string }> {
  const mailbox = await createMailbox(stack, domain, v7());
  expect(await submit(stack, { to: mailbox.address, raw })).toMatch(/^250/);
  const rows = () =>
    stack.sql<{ id: string; folder: string }>(
      'select id, folder_id as folder from mail_message where mailbox_id = $1',
      [mailbox.id],
    );
  await expect.poll(rows).toHaveLength(1);
  // Some are spam.
  const [{ id, folder } = { id: '', folder: '' }] = await rows();
  const { body } = await reader.get(`/mailboxes/${mailbox.id}/messages?folder=${folder}`);
  expect(body.messages).toMatchObject([{ id }]);
  return { mailboxId: mailbox.id, id };
}

async function storedHash(mailboxId: string): Promise<string> {
  const found = await stack.sql<{ hash: string }>('select blob_hash as hash from mail_message where mailbox_id = $1', [
    mailboxId,
  ]);
  const hash = createHash('sha256');
  for await (const chunk of await stack.app.get(Blobs, { strict: false }).read(tenant.id, found[0]!.hash))
    hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Their headers are larger than 64 KiB. */
const REFUSED = [
  'a bomb of encoded words',
  'a header line of a megabyte',
  'a million addresses',
  'groups and comments without an end',
];

describe('a message whose header its readers would not bear is refused before it is stored', () => {
  it.each(tortureMessages().filter(({ name }) => REFUSED.includes(name)))('$name', async ({ raw }) => {
    const mailbox = await createMailbox(stack, domain, v7());
    expect(await submit(stack, { to: mailbox.address, raw: onTheWire(raw()) })).toMatch(/^552 5\.3\.4/);
    expect(await stack.sql('select id from inbound_message', [])).toEqual([]);
  });
});

const TAKEN = tortureMessages().filter(({ name }) => !REFUSED.includes(name));

describe('a message made to break its reader is received, listed, and kept byte for byte', () => {
  it.each(TAKEN.map(({ name, raw }) => [name, raw] as const))('%s', async (_, raw) => {
    const sent = onTheWire(raw());
    const { mailboxId, id } = await receive(sent);
    expect(await storedHash(mailboxId)).toBe(hashOf(sent));
    expect((await reader.get(`/mailboxes/${mailboxId}/messages/${id}`)).status).toBe(200);
  });
});

/** The most memory that this process uses while it does something, over what it used before (bytes). */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, used())), 5);
  await work().finally(() => clearInterval(timer));
  return most - before;
}

describe('a file of 50 MB in one line of base64', () => {
  it('is received in pieces', async () => {
    const head = 'Subject: large\r\nContent-Type: application/x-large\r\nContent-Transfer-Encoding: base64\r\n\r\n';
    const piece = Buffer.from('QUJD'.repeat(16_384));
    const pieces = function* (): Generator<Buffer> {
      yield Buffer.from(head);
      for (let n = 0; n < 800; n += 1) yield piece;
      yield Buffer.from('\r\n');
    };
    const hash = createHash('sha256');
    for (const part of pieces()) hash.update(part);
    let mailboxId = '';
    const memory = await memoryOf(async () => ({ mailboxId } = await receive(Readable.from(pieces()))));
    expect(await storedHash(mailboxId)).toBe(hash.digest('hex'));
    expect(memory).toBeLessThan(LARGE_MEMORY);
    const [file] = await stack.sql<{ bytes: number }>(
      'select a.bytes from message_attachment a join mail_message m on m.id = a.message_id where m.mailbox_id = $1',
      [mailboxId],
    );
    expect(file?.bytes).toBe(800 * 49_152);
  });
});
