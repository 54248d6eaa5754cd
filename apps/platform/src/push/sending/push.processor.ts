import { Injectable } from '@nestjs/common';
import { OnJob, type JobBatch } from '#libs/jobs';
import { Database, type TenantId } from '#libs/persistence';
import { PushFailure, type PushContent, type PushReceipt } from '#libs/push';
import type { Attempted, DeliverMessages, DeliveryOutcome, PendingMessage } from '../../delivery/delivery.js';
import { type Attempt, DeliveryService } from '../../delivery/delivery.service.js';
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
    const gone = new Set<string>();
    await this.delivery.deliver(
      'push',
      batch,
      (messages) => this.prepare(tenantId, messages, gone),
      async (tx, recorded) => this.devices.deactivate(tx, tenantId, recipientsIn(recorded, gone), began),
    );
  }

  private async prepare(tenantId: TenantId, messages: readonly PendingMessage[], gone: Set<string>): Promise<Attempt> {
    const ids = messages.map(({ recipient }) => recipient).filter((recipient) => topicOf(recipient) === undefined);
    const devices = await this.database.tenant(tenantId, (tx) => this.devices.resolve(tx, tenantId, ids));
    return async (message) => {
      try {
        const receipt = await this.send(tenantId, message, devices.get(message.recipient));
        const detail = receipt.providerId ? { ProviderId: receipt.providerId } : {};
        return { kind: 'sent', detail };
      } catch (error) {
        if (!(error instanceof PushFailure)) throw error;
        if (error.kind === 'gone') gone.add(message.recipient);
        return refusal(error);
      }
    };
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

/** The tenant may set it up yet: the message waits, as for a service that does not answer. */
function notSetUp(what: string): PushFailure {
  return new PushFailure(`No push service is set up for ${what}`, { kind: 'temporary' });
}

function refusal({ kind, code, reason }: PushFailure): DeliveryOutcome {
  const detail = { Reason: reason, ...(code ? { Code: code } : {}) };
  return { kind: kind === 'temporary' ? 'deferred' : 'failed', reason, detail };
}

function recipientsIn(recorded: readonly Attempted[], gone: ReadonlySet<string>): string[] {
  return recorded.map(({ message }) => message.recipient).filter((recipient) => gone.has(recipient));
}
