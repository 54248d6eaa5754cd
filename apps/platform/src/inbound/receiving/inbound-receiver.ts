import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '#libs/core/jobs';
import { Database, newId, type TenantId } from '#libs/core/persistence';
import { type BlobInfo, Blobs } from '#libs/core/storage';
import { type ReceivedMessage, SmtpRejection } from '#libs/mail/email';
import { PlatformConfig } from '../../config.js';
import { type MailReceiver, MailReceivers } from '../../mail-receivers/mail-receivers.js';
import { SuspendedSenders } from '../../suspension/suspended-senders.js';
import { insertReceivedEmails, type NewReceivedEmail } from '../emails/received-emails.sql.js';
import type { ReceivingRoute } from '../routes/inbound-routes.sql.js';
import type { RouteMatch } from '../routes/route-match.js';
import { guarded } from './guarded-content.js';
import { InboundMetrics } from './inbound.metrics.js';
import { READ_JOB } from './reading-job.js';
import { RouteDirectory } from './route-directory.js';
import { StorageRoom } from './storage-room.js';

/** The recipients of a message that are of one tenant, and the most specific of their routes. */
interface Destination {
  recipients: string[];
  best: RouteMatch<ReceivingRoute>;
}

/** Takes mail for routes over from its senders. */
@Injectable()
export class InboundReceiver implements MailReceiver {
  constructor(
    private readonly config: PlatformConfig,
    private readonly database: Database,
    private readonly blobs: Blobs,
    private readonly outbox: Outbox,
    private readonly directory: RouteDirectory,
    private readonly suspended: SuspendedSenders,
    private readonly room: StorageRoom,
    private readonly metrics: InboundMetrics,
    receivers: MailReceivers,
  ) {
    receivers.register(this);
  }

  async judge(address: string): Promise<'taken' | SmtpRejection | null> {
    const found = await this.directory.find(address);
    if (found === 'no domain') return null;
    if (found === 'no address') return this.refused('unknown_address', new SmtpRejection(550, '5.1.1 No such address'));
    const { tenantId } = found.route;
    if (await this.suspended.isSuspended(tenantId))
      return this.refused('suspended', new SmtpRejection(450, '4.7.1 The account of this address is suspended'));
    if (await this.room.isFull(tenantId))
      return this.refused('full', new SmtpRejection(452, '4.2.2 The account of this address has too much mail'));
    return 'taken';
  }

  /** Stores a message once for each tenant that it is to, with the job that reads it: for all of them, or for none. */
  async receive(message: ReceivedMessage): Promise<void> {
    const destinations = await this.destinationsOf(message.to);
    const blobs = await this.store([...destinations.keys()], message.content);
    const receivedAt = new Date();
    const emails = [...destinations].map(([tenantId, { recipients, best }]): NewReceivedEmail => ({
      tenantId,
      id: newId('inb'),
      routeId: best.route.id,
      envelopeFrom: message.from,
      recipients,
      client: { address: message.remoteAddress, name: message.clientName, secure: message.secure },
      ...blobs.get(tenantId)!,
      receivedAt,
    }));
    await this.database.together([...destinations.keys()], (tx) => this.insert(tx, emails));
    this.metrics.count('accepted', emails.length);
  }

  /** Looks them up again: routes may have changed since the client named them. */
  private async destinationsOf(to: readonly string[]): Promise<Map<TenantId, Destination>> {
    const destinations = new Map<TenantId, Destination>();
    for (const address of new Set(to)) {
      const match = await this.directory.find(address);
      if (typeof match === 'string') throw new SmtpRejection(451, '4.3.0 Addresses have changed, come back now');
      const { tenantId } = match.route;
      const known = destinations.get(tenantId);
      const best = known && known.best.rank >= match.rank ? known.best : match;
      destinations.set(tenantId, { recipients: [...(known?.recipients ?? []), address], best });
    }
    return destinations;
  }

  /** Reads the content once; each tenant gets a blob of its own. */
  private async store(
    [first, ...others]: readonly TenantId[],
    content: AsyncIterable<Buffer>,
  ): Promise<Map<TenantId, BlobInfo>> {
    const { inboundMaxBytes } = this.config;
    const blob = await this.blobs.write(first!, guarded(content, inboundMaxBytes, this.metrics), inboundMaxBytes);
    const blobs = new Map([[first!, blob]]);
    for (const tenantId of others) {
      const copy = await this.blobs.read(first!, blob.hash);
      blobs.set(tenantId, await this.blobs.write(tenantId, copy as AsyncIterable<Buffer>, inboundMaxBytes));
    }
    return blobs;
  }

  private async insert(tx: EntityManager, emails: readonly NewReceivedEmail[]): Promise<void> {
    await insertReceivedEmails(tx, emails);
    const jobs = emails.map(({ tenantId, id }) => ({ tenantId, payload: { emailId: id } }));
    await this.outbox.enqueue(tx, READ_JOB, jobs);
  }

  private refused(why: 'unknown_address' | 'suspended' | 'full', rejection: SmtpRejection): SmtpRejection {
    this.metrics.count(why);
    return rejection;
  }
}
