// What receiving costs at least, beside `mail-receive`: smtp-server, the same reading of a message and the same rows, in two
// processes. It has no queue, tenants, threads, rules of mailboxes, traces, logs or leases, and reads nothing back.
import cluster from 'node:cluster';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import pg from 'pg';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { v7 } from 'uuid';
import { searchDocument } from '#libs/mail/mail-search';
import { parseMessage } from '#libs/mail/mime';
import { GroupCommitter, type TenantId } from '#libs/core/persistence';
import { judgeByRules } from '#libs/mail/spam';
import { conversationHash } from '../../apps/mail/src/messages/threads/conversation.js';
import type { MailMessage } from '../../apps/mail/src/messages/mail-message.entity.js';
import { lockMailboxes } from '../../apps/mail/src/mailboxes/mailbox-lock.sql.js';
import { insertMessages } from '../../apps/mail/src/messages/store/message-insert.sql.js';
import { answerParent } from '../support/helper-process.js';

/** Settings that each process gets by its environment. */
interface BareReceiving {
  /** URL of a superuser. */
  databaseUrl: string;
  tenantId: TenantId;
  port: number;
}

const PROCESSES = 2;
const GROUP_MAX = 64;
const LINGER_MS = 10;

interface Mailbox {
  mailboxId: string;
  folderId: string;
}

interface Received {
  id: string;
  content: Buffer;
  hash: string;
  from: string;
  to: string;
  ip: string;
  helo: string;
}

type Examined = Parameters<typeof insertMessages>[1][number];

async function listen(settings: BareReceiving): Promise<number> {
  cluster.setupPrimary({ exec: process.argv[1]! });
  const workers = Array.from({ length: PROCESSES }, () => cluster.fork({ BARE_RECEIVING: JSON.stringify(settings) }));
  await Promise.all(workers.map((worker) => once(worker, 'listening')));
  return settings.port;
}

async function receive({ databaseUrl, tenantId, port }: BareReceiving): Promise<void> {
  const { authenticate } = createRequire(import.meta.url)('mailauth') as {
    authenticate: (...all: unknown[]) => Promise<Sender>;
  };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  const { rows } = await pool.query<Mailbox & { address: string }>(
    `select mailbox.address, mailbox.id as "mailboxId", folder.id as "folderId"
       from mailbox join folder on folder.mailbox_id = mailbox.id and folder.kind = 'inbox' where mailbox.tenant_id = $1`,
    [tenantId],
  );
  const mailboxes = new Map(rows.map(({ address, ...mailbox }) => [address, mailbox]));

  const accepting = new GroupCommitter<Received, void>(
    async (received) => {
      await pool.query({
        name: 'accept',
        text: `with stored as (
               insert into blob (tenant_id, hash, bytes, content)
               select $1, * from unnest ($3::text[], $4::bigint[], $5::bytea[]) on conflict do nothing)
             insert into inbound_message (tenant_id, id, blob_hash, bytes, envelope_from, recipients, client, received_at)
             select $1, id, hash, bytes, sender, '[]', '{}', now()
               from unnest ($2::uuid[], $3::text[], $4::bigint[], $6::text[]) as given (id, hash, bytes, sender)`,
        values: [
          tenantId,
          received.map(({ id }) => id),
          received.map(({ hash }) => hash),
          received.map(({ content }) => content.length),
          received.map(({ content }) => content),
          received.map(({ from }) => from),
        ],
      });
      return received.map(() => undefined);
    },
    { maxItems: 100 },
  );

  const listing = new GroupCommitter<Examined, void>(
    async (examined) => {
      const client = await pool.connect();
      await client.query('begin');
      const growths = new Map(
        examined.map(({ row }) => [row.mailboxId, { tenantId, mailboxId: row.mailboxId, bytes: row.bytes }]),
      );
      await lockMailboxes(client, [...growths.values()]);
      await insertMessages(client, examined);
      const ids = examined.map(({ row }) => row.id);
      await client.query({
        name: 'done',
        text: 'delete from inbound_message where tenant_id = $1 and id = any ($2)',
        values: [tenantId, ids],
      });
      await client.query('commit');
      client.release();
      return examined.map(() => undefined);
    },
    { maxItems: GROUP_MAX, lingerMs: LINGER_MS },
  );

  const notThere = () => Promise.reject(Object.assign(new Error('No such record'), { code: 'ENOTFOUND' }));

  async function examine({ id, content, hash, from, to, ip, helo }: Received): Promise<Examined> {
    const sender = { ip, helo, mta: 'mx.limit.test', sender: from };
    const checked = await authenticate(content, { ...sender, disableBimi: true, resolver: notThere });
    const { attachments: _none, ...message } = await parseMessage(Readable.from([content]), {
      attachment: () => Promise.resolve({}),
    });
    const spf = checked.spf ? (checked.spf.status?.result ?? 'none') : 'none';
    const verdicts = { spf, dkim: 'none', dmarc: 'none', arc: 'none' };
    const context = { ip, helo, envelopeFrom: from, recipients: [to], sender: verdicts };
    const opened = {
      content: message,
      attachments: [],
      bytes: content.length,
      open: () => Promise.resolve(Readable.from([content])),
    };
    const spam = judgeByRules(opened as never, context as never);
    const { messageId, subject, snippet, listId, date } = message;
    const row = {
      ...message,
      ...mailboxes.get(to)!,
      tenantId,
      id,
      threadId: v7(),
      conversationHash: conversationHash(message),
      origin: 'received',
      blobHash: hash,
      bytes: content.length,
      messageId,
      subject,
      snippet,
      listId,
      sortedAt: new Date(),
      datedAt: date,
      isRead: false,
      isStarred: false,
      hasAttachments: false,
      envelopeFrom: from,
      envelopeTo: to,
      authentication: verdicts,
      authenticationResults: checked.headers,
      spam,
      scanVerdict: 'unscanned',
      quarantineReason: null,
    } as unknown as MailMessage;
    const document = searchDocument({ ...row, text: message.text ?? '', fileNames: [] });
    return {
      row,
      attachments: [],
      hashes: [
        createHash('sha256')
          .update(messageId ?? '')
          .digest(),
      ],
      document,
    };
  }

  async function store(
    stream: SMTPServerDataStream,
    received: Omit<Received, 'id' | 'content' | 'hash'>,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    const one = { ...received, id: v7(), content, hash: createHash('sha256').update(content).digest('hex') };
    await accepting.submit(one);
    void examine(one).then((examined) => listing.submit(examined));
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData: (stream, { envelope, remoteAddress, hostNameAppearsAs }, done) => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo[0]!.address;
      void store(stream, { from, to, ip: remoteAddress, helo: hostNameAppearsAs }).then(() => done(), done);
    },
  });
  server.listen(port, '127.0.0.1');
  process.on('disconnect', () => process.exit());
}

interface Sender {
  spf: { status?: { result?: string } } | false;
  headers: string;
}

const given = process.env['BARE_RECEIVING'];
if (given) await receive(JSON.parse(given) as BareReceiving);
else answerParent({ listen });
