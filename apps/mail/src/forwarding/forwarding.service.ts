import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { invalidField, Problem } from '#libs/core/http';
import { Database } from '#libs/core/persistence';
import { MailboxAccess } from '../mailboxes/mailbox-access.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import type { ForwardingAddress } from './forwarding-address.entity.js';
import { ForwardingAddresses } from './forwarding-addresses.js';
import { ForwardingRepository } from './forwarding.repository.js';

/** Settings of a mailbox for forwarding all of its mail. */
export interface ForwardingSettings {
  enabled: boolean;
  keepsCopy: boolean;
  destinations: ForwardingAddress[];
}

export interface ForwardingChange {
  enabled: boolean;
  /** Absent to leave it as it is. */
  keepsCopy?: boolean;
  destinations?: readonly string[];
}

/** The forwarding of mailboxes. */
@Injectable()
export class ForwardingService {
  constructor(
    private readonly database: Database,
    private readonly access: MailboxAccess,
    private readonly mailboxes: MailboxRepository,
    private readonly repository: ForwardingRepository,
    private readonly addresses: ForwardingAddresses,
  ) {}

  async get(mailbox: Mailbox): Promise<ForwardingSettings> {
    return this.database.tenant(mailbox.tenantId, (tx) => this.read(tx, mailbox));
  }

  /**
   * Switching it on shows the mail to others, so it takes the right to read it.
   * @throws Problem ValidationError, InsufficientScope, Throttling, NotFound
   */
  async set(mailbox: Mailbox, change: ForwardingChange): Promise<ForwardingSettings> {
    if (change.enabled) await this.access.authorize(mailbox.id, 'reader');
    const destinations = change.destinations && this.addresses.parse(mailbox, change.destinations, 'destinations');
    if (change.enabled && destinations?.length === 0) throw withoutDestination();
    if (destinations) await this.addresses.count(mailbox, destinations);
    return this.database.tenant(mailbox.tenantId, async (tx) => {
      const current = await this.mailboxes.lockForUpdate(tx, mailbox.tenantId, mailbox.id);
      if (!current || current.removedAt) throw new Problem('NotFound');
      const before = await this.read(tx, mailbox);
      if (change.enabled && !destinations && before.destinations.length === 0) throw withoutDestination();
      const { enabled, keepsCopy = before.keepsCopy } = change;
      await this.repository.upsert(tx, mailbox, { enabled, keepsCopy });
      if (destinations) {
        await this.addresses.admit(tx, mailbox, destinations);
        await this.repository.setDestinations(tx, mailbox, destinations);
        await this.repository.deleteUnused(tx, mailbox);
      }
      const after = await this.read(tx, mailbox);
      await audit(tx, mailbox, before, after);
      return after;
    });
  }

  /** Sends the mail that asks an address for its consent once more. @throws Problem NotFound, Conflict, Throttling */
  async askAgain(mailbox: Mailbox, address: string): Promise<ForwardingSettings> {
    const wanted = address.toLowerCase();
    const rows = await this.database.tenant(mailbox.tenantId, (tx) => this.repository.listAddresses(tx, mailbox));
    const row = rows.find((one) => one.address.toLowerCase() === wanted);
    if (!row) throw new Problem('NotFound', { message: 'The mailbox does not forward to the address' });
    if (row.confirmedAt) throw new Problem('Conflict', { message: 'The address is confirmed' });
    await this.addresses.askAgain(mailbox, row);
    return this.get(mailbox);
  }

  private async read(tx: EntityManager, mailbox: Mailbox): Promise<ForwardingSettings> {
    const settings = await this.repository.find(tx, mailbox);
    const addresses = await this.repository.listAddresses(tx, mailbox);
    const destinations = addresses.filter(({ isDestination }) => isDestination);
    return { enabled: settings?.enabled ?? false, keepsCopy: settings?.keepsCopy ?? true, destinations };
  }
}

const withoutDestination = (): Problem =>
  invalidField('ValidationError', 'destinations', 'must name an address while forwarding is enabled');

async function audit(
  tx: EntityManager,
  { tenantId, id }: Mailbox,
  before: ForwardingSettings,
  after: ForwardingSettings,
): Promise<void> {
  const [from, to] = [fieldsOf(before), fieldsOf(after)];
  if (JSON.stringify(from) === JSON.stringify(to)) return;
  const object = { type: 'mailbox', id };
  await recordAudit(tx, { action: 'mailbox.forwarding-changed', object, tenantId, before: from, after: to });
}

const fieldsOf = ({ enabled, keepsCopy, destinations }: ForwardingSettings) => ({
  enabled,
  keepsCopy,
  destinations: destinations.map(({ address }) => address),
});
