import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type ClaimedJob, type JobBatch, OnJob } from '#libs/core/jobs';
import { logger } from '#libs/core/observability';
import { Database, newId, type TenantId } from '#libs/core/persistence';
import { receivedEmailData } from '../../events/received-email-data.js';
import { WebhookEvents } from '../../webhooks/webhook-events.service.js';
import { ReceivedAttachmentView } from '../emails/received-email.dto.js';
import type { ReceivedAttachment } from '../emails/received-attachment.entity.js';
import type { ReadEmail } from '../emails/received-content.js';
import type { ReceivedEmail } from '../emails/received-email.entity.js';
import { ReceivedEmailRepository } from '../emails/received-email.repository.js';
import { ReceivedUrls } from '../emails/received-urls.js';
import { InboundRouteRepository } from '../routes/inbound-route.repository.js';
import { EmailReader } from './email-reader.js';
import { InboundMetrics } from './inbound.metrics.js';
import { READ_JOB, type ReadReceived } from './reading-job.js';

type Job = ClaimedJob<ReadReceived>;

/** Reads the messages that came, and makes their events. */
@Injectable()
export class ReadingProcessor {
  constructor(
    private readonly database: Database,
    private readonly emails: ReceivedEmailRepository,
    private readonly routes: InboundRouteRepository,
    private readonly reader: EmailReader,
    private readonly events: WebhookEvents,
    private readonly urls: ReceivedUrls,
    private readonly metrics: InboundMetrics,
  ) {}

  /** A message that fails is tried again, and holds up no other. */
  @OnJob(READ_JOB, { chunk: 10, concurrency: 4, maxFailures: 50 })
  async process(batch: JobBatch<ReadReceived>): Promise<void> {
    let failure: unknown;
    for (const job of batch.jobs) {
      try {
        await batch.runFor(job, () => this.processOne(batch, job));
      } catch (error) {
        logger.warn('A received e-mail could not be read yet', { error });
        failure = error;
      }
    }
    if (failure) throw failure;
  }

  /** Completes the job, records what the message says, and enqueues its event in one transaction: it has one event. */
  private async processOne(batch: JobBatch<ReadReceived>, job: Job): Promise<void> {
    const { tenantId } = batch;
    const email = await this.database.tenant(tenantId, (tx) => this.emails.find(tx, tenantId, job.payload.emailId));
    const read = email && !email.readAt ? await this.reader.read(email) : null;
    const isRead = await this.database.tenant(tenantId, async (tx) => {
      const ours = await batch.complete(tx, [job.id]);
      if (!ours.has(job.id) || !read) return false;
      const current = await this.emails.lockUnread(tx, tenantId, email!.id);
      if (!current) return false;
      await this.record(tx, tenantId, current, read);
      return true;
    });
    if (isRead) this.metrics.count('read');
  }

  private async record(tx: EntityManager, tenantId: TenantId, email: ReceivedEmail, read: ReadEmail): Promise<void> {
    const now = new Date();
    const attachments = await this.emails.updateRead(tx, email, read, now);
    const route = await this.routes.find(tx, tenantId, email.routeId);
    await this.events.record(tx, tenantId, [
      {
        id: newId('evt'),
        type: 'email.received',
        occurredAt: email.receivedAt,
        endpointId: route?.webhookId,
        data: this.dataOf(email, read, attachments),
      },
    ]);
  }

  private dataOf(email: ReceivedEmail, { content, body }: ReadEmail, attachments: readonly ReceivedAttachment[]) {
    const { id, routeId, envelopeFrom, recipients, bytes } = email;
    return receivedEmailData({
      ...content,
      ...body,
      id,
      routeId,
      envelopeFrom,
      recipients,
      bytes,
      attachments: attachments.map((file) => ReceivedAttachmentView.of(file, this.urls)),
      rawUrl: this.urls.raw(id),
    });
  }
}
