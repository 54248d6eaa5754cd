import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type CancelledJob, type JobBatch, OnCancel, OnDead, OnJob } from '#libs/core/jobs';
import { type DeliverWebhook, WebhookDeliveries, WebhookStore } from '#libs/messaging/webhooks';
import { DELIVER_JOB } from './destination-job.js';

const CHUNK = 50;

/** Chunks at a time, of all tenants and of one: servers of a tenant that hang leave the others their share. */
const CHUNKS_AT_A_TIME = 12;
const CHUNKS_OF_A_TENANT = 4;

const CANCELLED = 'Cancelada depois de uma restauração; pode ter sido enviada antes.';
const GIVEN_UP = 'A entrega falhou vezes demais e não é mais tentada.';

/** Makes deliveries to destinations. */
@Injectable()
export class DestinationDeliveryProcessor {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly store: WebhookStore,
  ) {}

  @OnJob(DELIVER_JOB, { chunk: CHUNK, concurrency: CHUNKS_AT_A_TIME, perTenant: CHUNKS_OF_A_TENANT })
  async deliver(batch: JobBatch<DeliverWebhook>): Promise<void> {
    await this.deliveries.deliver(batch);
  }

  /** Fails what waited before a restore: it may have been sent since. */
  @OnCancel(DELIVER_JOB)
  async cancel(tx: EntityManager, job: CancelledJob): Promise<void> {
    await this.fail(tx, job, CANCELLED);
  }

  @OnDead(DELIVER_JOB)
  async giveUp(tx: EntityManager, job: CancelledJob): Promise<void> {
    await this.fail(tx, job, GIVEN_UP);
  }

  private async fail(tx: EntityManager, { tenantId, payload }: CancelledJob, error: string): Promise<void> {
    const { deliveryId } = payload as unknown as DeliverWebhook;
    if (!(await this.store.isPending(tx, tenantId, deliveryId))) return;
    await this.store.updateOutcomes(tx, [{ tenantId, deliveryId, status: 'failed', error, retryAt: null }]);
  }
}
