import { freePort } from '#libs/test/embedded';
import type { AppProcess } from './app-process.js';
import type { Cleanup } from './bench.js';
import type { MailApp, MailBenchTenant } from './mail-app.js';

/** A receiver of messages, and how many it has accepted. */
export interface Receiver {
  ports: readonly number[];
  recipients: string[];
  tenant: MailBenchTenant;
  accepted: number;
}

/** A new tenant with so many mailboxes beside its first one, and a free port for each process that is to receive. */
export async function addReceiver(mail: MailApp, mailboxes: number, processes: number): Promise<Receiver> {
  const tenant = await mail.addTenant();
  const recipients = await mail.addMailboxes(tenant, mailboxes);
  const ports = await Promise.all(Array.from({ length: processes }, () => freePort()));
  return { ports, recipients, tenant, accepted: 0 };
}

/** Starts a process of Mail for each port, which receives there; the first one has all other roles, too. */
export async function startReceiving(
  mail: MailApp,
  ports: readonly number[],
  dnsPort: number,
  cleanup: Cleanup,
): Promise<AppProcess[]> {
  const apps: AppProcess[] = [];
  for (const [index, port] of ports.entries()) {
    const app = await mail.start({
      ROLE: index === 0 ? 'all' : 'worker',
      DNS_SERVER: `127.0.0.1:${dnsPort}`,
      INBOUND_PORT: String(port),
      INBOUND_RECIPIENTS_PER_MINUTE: '1000000',
      INBOUND_BYTES_PER_MINUTE: '10000000000',
    });
    apps.push(cleanup.add(app));
  }
  return apps;
}

/** How many messages stand in the lists of the receiver's mailboxes. */
export async function listedOf(mail: MailApp, { tenant }: Receiver): Promise<number> {
  const { rows } = await mail.admin.query<{ count: number }>(
    `select sum(total)::int as count from folder where kind in ('inbox', 'spam') and tenant_id = $1`,
    [tenant.id],
  );
  return rows[0]?.count ?? 0;
}
