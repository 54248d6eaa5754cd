import { freePort, startDns } from '#libs/test/embedded';
import { fillMailboxes } from '../support/full-mailbox.js';
import type { GrowthPath } from '../support/growth.js';
import { HelperProcess } from '../support/helper-process.js';
import { MailApp } from '../support/mail-app.js';
import { addReceiver, listedOf, startReceiving } from '../support/mail-receiving.js';
import type { SmtpClientRun } from '../support/smtp-client-process.js';
import { until } from '../support/until.js';

const MAILBOXES = 16;
const SIZE = 4_000;
const TIMEOUT_MS = 120_000;

/** `mail-receive` of mailboxes without messages, and of as many that have all of them. */
export const mailReceive: GrowthPath = {
  units: 'messages',
  async start(services, cleanup, { rows, connections }) {
    const dnsPort = await freePort();
    cleanup.add(await startDns(dnsPort, () => []));
    const mail = cleanup.add(await MailApp.prepare(services, 'smtp://127.0.0.1:9'));
    const [empty, full] = [await addReceiver(mail, MAILBOXES, 1), await addReceiver(mail, MAILBOXES, 0)];
    const ports = empty.ports;
    const { rows: boxes } = await mail.admin.query<{ id: string }>(
      'select id from mailbox where tenant_id = $1 and address = any ($2)',
      [full.tenant.id, full.recipients],
    );
    await fillMailboxes(
      mail,
      full.tenant,
      boxes.map(({ id }) => id),
      rows,
    );
    full.accepted = await listedOf(mail, full);
    await startReceiving(mail, ports, dnsPort, cleanup);
    const client = cleanup.add(await HelperProcess.start('../support/smtp-client-process.js', import.meta.url));
    return {
      admin: mail.admin,
      async measure(tenant, forSeconds) {
        const receiver = [empty, full][tenant]!;
        const { recipients } = receiver;
        const run: SmtpClientRun = { ports, connections, recipients, size: SIZE, seconds: forSeconds };
        const started = performance.now();
        const sent = await client.ask<number>('run', run);
        receiver.accepted += sent;
        await until('the messages', async () => (await listedOf(mail, receiver)) >= receiver.accepted, TIMEOUT_MS);
        return { units: sent, seconds: (performance.now() - started) / 1_000 };
      },
    };
  },
};
