import { Injectable } from '@nestjs/common';
import { OnJob, type JobBatch } from '#libs/jobs';
import { Database, type TenantId } from '#libs/persistence';
import { PushFailure, type PushContent, type PushReceipt } from '#libs/push';
import {
  attempted,
  type Attempted,
  type DeliverMessages,
  type DeliveryOutcome,
  type PendingMessage,
} from '../../delivery/delivery.js';
import { DeliveryService } from '../../delivery/delivery.service.js';
import { DevicesService } from '../devices/devices.service.js';
import type { PushDevice } from '../devices/push-device.entity.js';
import { PushTransports } from './push-transports.js';
import { topicOf } from './topic.js';

/** Sends push messages to the services of their devices, and deactivates the devices that are gone. */
@Injectable()
export class PushProcessor {
  constructor(
    private readonly database: Database,
    private readonly delivery: DeliveryService,
    private readonly devices: DevicesService,
    private readonly transports: PushTransports,
  ) {}

  @OnJob('push.deliver', { chunk: 20, concurrency: 6 })
  async deliver(batch: JobBatch<DeliverMessages>): Promise<void> {
    const { tenantId } = batch;
    const began = new Date();
    const messages = await this.delivery.listPending(batch);
    if (!messages) return;
    const attempts = messages.length > 0 ? await this.attemptAll(batch, messages) : [];
    await this.database.tenant(tenantId, async (tx) => {
      const recorded = await this.delivery.record(tx, batch, attempts);
      await this.devices.deactivate(tx, tenantId, recorded.flatMap(goneDeviceOf), began);
    });
    this.delivery.count('push', attempts);
  }

  private async attemptAll(
    batch: JobBatch<DeliverMessages>,
    messages: readonly PendingMessage[],
  ): Promise<Attempted[]> {
    const { tenantId } = batch;
    const ids = messages.map(({ recipient }) => recipient).filter((recipient) => topicOf(recipient) === undefined);
    const devices = await this.database.tenant(tenantId, (tx) => this.devices.resolve(tx, tenantId, ids));
    return Promise.all(
      messages.map((message) =>
        batch.runFor(message.job, async () =>
          attempted(message, await this.attempt(tenantId, message, devices.get(message.recipient))),
        ),
      ),
    );
  }

  private async attempt(
    tenantId: TenantId,
    message: PendingMessage,
    device: PushDevice | undefined,
  ): Promise<DeliveryOutcome> {
    try {
      const { providerId } = await this.send(tenantId, message, device);
      return { kind: 'sent', detail: providerId ? { ProviderId: providerId } : {} };
    } catch (error) {
      if (error instanceof PushFailure) return refusal(error);
      throw error;
    }
  }

  private async send(
    tenantId: TenantId,
    message: PendingMessage,
    device: PushDevice | undefined,
  ): Promise<PushReceipt> {
    const topic = topicOf(message.recipient);
    const content = contentOf(message);
    if (topic !== undefined) {
      const transport = this.transports.toTopic(message.environment);
      if (!transport) throw notSetUp('topics');
      return transport.sendToTopic({ ...content, topic });
    }
    if (!device?.active) throw new PushFailure('The device is gone', { kind: 'permanent' });
    const transport = await this.transports.toDevice(tenantId, message.environment, device);
    if (!transport) throw notSetUp(device.platform);
    return transport.send({ ...content, device: { platform: device.platform, token: device.token } });
  }
}

function contentOf({ id, subject, text, data }: PendingMessage): PushContent {
  return { id, notification: { title: subject, body: text ?? '' }, ...(data ? { data } : {}) };
}

/** Temporary, because the tenant may set it up later. */
function notSetUp(what: string): PushFailure {
  return new PushFailure(`No push service is set up for ${what}`, { kind: 'temporary' });
}

function refusal({ kind, code, reason }: PushFailure): DeliveryOutcome {
  const detail = { Reason: reason, ...(code ? { Code: code } : {}) };
  if (kind === 'temporary') return { kind: 'deferred', reason, detail };
  return { kind: 'failed', reason, detail, isDeviceGone: kind === 'gone' };
}

const goneDeviceOf = ({ message, outcome }: Attempted): string[] =>
  outcome.kind === 'failed' && outcome.isDeviceGone ? [message.recipient] : [];
