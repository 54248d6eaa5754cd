// Messages per second that come in by SMTP, beside Postfix that hands them to Dovecot's LMTP, without and with its full-text index: the
// same signed mail, durable before it is accepted. All check SPF, DKIM and DMARC at the same name server, and reject what fails.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { generateDkimKeyPair } from '#libs/mail/email';
import { freePort } from '#libs/test/embedded';
import { type Arrival, assertArrivedOnce } from './beside/arrivals.js';
import { Side } from './beside/costs.js';
import { BesideDir } from './beside/daemon.js';
import { Dovecot } from './beside/dovecot.js';
import { spfService, startDmarc, startVerifier } from './beside/milters.js';
import { requirePackages } from './beside/packages.js';
import { startPostfix } from './beside/postfix.js';
import { DNS_PORT, type SignedMail, type SignedMailRun, startSenderDns } from './beside/signed-mail.js';
import { bench, type Cleanup } from './support/bench.js';
import { HelperProcess } from './support/helper-process.js';
import { MailApp } from './support/mail-app.js';
import { readOptions } from './support/options.js';
import { Report } from './support/report.js';
import { startServices } from './support/services.js';

const options = readOptions({
  rounds: 3,
  messages: 800,
  'warm-up': 2_500,
  connections: 32,
  mailboxes: 16,
  size: 4_000,
  receivers: 2,
});
/** Each look takes processor time from the side that still delivers. */
const POLL_MS = 50;
const DELIVERED_WITHIN_MS = 120_000;
const VERDICTS = ['spf', 'dkim', 'dmarc'];

/** A receiver of mail. */
interface Receiver {
  name: string;
  ports: number[];
  side: Side;
  accepted: Arrival[];
  /** How many messages are where their readers see them. */
  delivered(): Promise<number>;
  /** Returns these messages. @throws Error if one did not pass the three checks */
  arrived(): Promise<Arrival[]>;
}

/** Theirs: each part as its package has it, but for directories, ports, and mail from 127.0.0.1, which is checked like any other. */
async function startTheirs(cleanup: Cleanup, recipients: readonly string[], hasFullText: boolean): Promise<Receiver> {
  const dir = cleanup.add(await BesideDir.make());
  const dovecot = cleanup.add(await Dovecot.start(dir, await freePort(), { hasFullText }));
  const verifier = cleanup.add(await startVerifier(dir));
  const dmarc = cleanup.add(await startDmarc(dir));
  const mailboxes = await dir.write('mailboxes', recipients.map((one) => `${one} there\n`).join(''));
  const postfix = cleanup.add(
    await startPostfix(dir, {
      port: await freePort(),
      main: `
mynetworks = 192.0.2.1/32
virtual_mailbox_domains = ${recipients[0]!.split('@')[1]}
virtual_mailbox_maps = texthash:${mailboxes}
virtual_transport = lmtp:unix:${dovecot.lmtpSocket}
smtpd_recipient_restrictions = reject_unauth_destination, check_policy_service unix:private/policyd-spf
smtpd_milters = inet:127.0.0.1:${verifier.port}, inet:127.0.0.1:${dmarc.port}
# Each connection would wait for a second while more comes in than is delivered.
in_flow_delay = 0
`,
      master: await spfService(dir),
    }),
  );
  const filesOf = (recipient: string) => dovecot.messages(recipient.split('@')[0]!);
  return {
    name: hasFullText ? 'indexing' : 'theirs',
    ports: [postfix.port],
    side: Side.theirs([postfix, dovecot, verifier, dmarc]),
    accepted: [],
    delivered: async () => (await Promise.all(recipients.map(filesOf))).flat().length,
    arrived: async () => {
      const found: Arrival[] = [];
      for (const to of recipients) {
        for (const file of await filesOf(to)) found.push({ to, messageId: checkedId(await readFile(file, 'utf8')) });
      }
      return found;
    },
  };
}

/** The Message-ID of a message that Postfix has delivered. @throws Error if it did not pass the three checks */
function checkedId(message: string): string {
  const [head = ''] = message.split(/\r?\n\r?\n/, 1);
  const missing = VERDICTS.filter((check) => !head.includes(`${check}=pass`));
  if (missing.length > 0) throw new Error(`Postfix accepted a message that did not pass ${missing.join()}:\n${head}`);
  return /^Message-ID: <(.+)>$/im.exec(head)?.[1] ?? '';
}

/** Ours. */
function listsOf({ admin }: MailApp, tenantId: string): Pick<Receiver, 'delivered' | 'arrived'> {
  return {
    delivered: async () => {
      const { rows } = await admin.query<{ count: number }>(
        `select sum(total)::int as count from folder where kind = 'inbox' and tenant_id = $1`,
        [tenantId],
      );
      return rows[0]?.count ?? 0;
    },
    arrived: async () => {
      const { rows } = await admin.query<Arrival & { isPassed: boolean }>(
        `select address as to, message_id as "messageId",
                authentication @> '{"spf": "pass", "dkim": "pass", "dmarc": "pass"}' is true as "isPassed"
           from mail_message as message
           join mailbox on mailbox.tenant_id = message.tenant_id and mailbox.id = message.mailbox_id
           join folder on folder.tenant_id = message.tenant_id and folder.id = message.folder_id and folder.kind = 'inbox'
          where message.tenant_id = $1`,
        [tenantId],
      );
      const failed = rows.filter(({ isPassed }) => !isPassed);
      if (failed.length > 0) throw new Error(`${failed.length} of ours did not pass ${VERDICTS.join()}`);
      return rows;
    },
  };
}

await bench(async (cleanup) => {
  requirePackages(
    'postfix',
    'postfix-policyd-spf-python',
    'opendkim',
    'opendmarc',
    'dovecot-imapd',
    'dovecot-lmtpd',
    'dovecot-fts-xapian',
  );
  const { privateKeyPem: privateKey, publicKeyBase64 } = await generateDkimKeyPair('rsa-2048');
  cleanup.add(await startSenderDns(publicKeyBase64));
  const services = cleanup.add(await startServices());
  const mail = cleanup.add(await MailApp.prepare(services, 'smtp://127.0.0.1:9'));
  const tenant = await mail.addTenant();
  const recipients = await mail.addMailboxes(tenant, options.mailboxes);
  const ports = await Promise.all(Array.from({ length: options.receivers }, () => freePort()));
  const pids: number[] = [];
  for (const [index, port] of ports.entries()) {
    const app = await mail.start({
      ROLE: index === 0 ? 'all' : 'worker',
      DNS_SERVER: `127.0.0.1:${DNS_PORT}`,
      INBOUND_PORT: String(port),
      INBOUND_RECIPIENTS_PER_MINUTE: '1000000',
      INBOUND_BYTES_PER_MINUTE: '10000000000',
    });
    cleanup.add(app);
    pids.push(app.pid);
  }
  const ours: Receiver = { name: 'ours', ports, side: Side.ours(pids), accepted: [], ...listsOf(mail, tenant.id) };
  const theirs = await startTheirs(cleanup, recipients, false);
  const indexing = await startTheirs(cleanup, recipients, true);
  const client = cleanup.add(await HelperProcess.start('./beside/signed-mail-process.js', import.meta.url));

  /** Per second: accepted, and delivered; milliseconds of processor time of each message, with what is done behind them; MiB. */
  const receive = async (receiver: Receiver, count: number) => {
    const { name, side } = receiver;
    const { size, connections } = options;
    const prepared = await client.ask<Arrival[]>('prepare', {
      count,
      recipients,
      size,
      privateKey,
    } satisfies SignedMail);
    await mail.checkpoint();
    const expected = (await receiver.delivered()) + count;
    const cpu = side.took();
    const started = performance.now();
    const perSecond = () => (count / (performance.now() - started)) * 1_000;
    await client.ask('send', { ports: receiver.ports, connections } satisfies SignedMailRun);
    const accepted = perSecond();
    receiver.accepted.push(...prepared);
    while ((await receiver.delivered()) < expected) {
      if (performance.now() - started > DELIVERED_WITHIN_MS) {
        throw new Error(`${name}: ${await receiver.delivered()} of ${expected} messages were delivered`);
      }
      await delay(POLL_MS);
    }
    const listed = perSecond();
    return [accepted, listed, ((await side.tookAtRest()) - cpu) / count, side.memory()] as const;
  };

  const report = new Report(
    `Signed messages of ${options.size} characters to ${options.mailboxes} mailboxes over ${options.connections} connections, per second`,
    [
      'ours',
      'in lists',
      'CPU ms',
      'MiB',
      'Postfix',
      'in mailboxes',
      'CPU ms',
      'MiB',
      'indexing',
      'in mailboxes',
      'CPU ms',
      'MiB',
      'ratio',
      'to indexing',
    ],
  );
  await receive(ours, options['warm-up']);
  await receive(theirs, options.messages);
  await receive(indexing, options.messages);
  await mail.admin.query('analyze');
  for (let round = 0; round < options.rounds; round += 1) {
    const a = await receive(ours, options.messages);
    const b = await receive(theirs, options.messages);
    const c = await receive(indexing, options.messages);
    report.add([...a, ...b, ...c, a[1] / b[1], a[1] / c[1]]);
  }
  report.medians();
  for (const { name, accepted, arrived } of [ours, theirs, indexing])
    assertArrivedOnce(name, accepted, await arrived());
  console.log('\nOn each side, each message that was accepted is in its mailbox once.');
  for (const { name, side } of [ours, theirs, indexing]) console.log(`${name}: ${side.programs()}`);
});
