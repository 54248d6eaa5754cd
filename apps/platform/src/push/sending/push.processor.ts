import { Injectable } from '@nestjs/common';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { inClientSpan } from '#libs/core/observability';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import { PushFailure, type PushContent, type PushReceipt } from '#libs/messaging/push';
import {
  attempted,
  type Attempted,
  type DeliverMessages,
  type DeliveryOutcome,
  type PendingMessage,
} from '../../delivery/delivery.js';
import { DeliveryService } from '../../delivery/delivery.service.js';
import type { PushCredential } from '../../push-credentials/push-credential.entity.js';
import { PushCredentials } from '../../push-credentials/push-credentials.service.js';
import { DevicesService } from '../devices/devices.service.js';
import type { PushDevice } from '../devices/push-device.entity.js';
import { TrackingLinks } from '../../tracking/links/tracking-links.js';
import { OwnTransports } from './own-transports.js';
import { toOutcome } from './push-outcome.js';
import { PushTransports } from './push-transports.js';
import { topicAtFcm, topicOf } from '../../push-credentials/topic.js';

const SUPPRESSED: DeliveryOutcome = {
  kind: 'failed',
  reason: 'The device was suppressed before the message left',
  detail: { Suppressed: true },
};

/** Values that the messages of a batch share. */
interface Recipients {
  tenantId: TenantId;
  devices: ReadonlyMap<string, PushDevice>;
  /** The tenant's own credentials. */
  credentials: readonly PushCredential[];
  /** The credentials that were used, and whether the push service accepted a message. */
  uses: Map<PushCredential, boolean>;
}

/** A message that is ready to be sent, and the tenant's own credential that it is sent with. */
interface Prepared {
  send: () => Promise<PushReceipt>;
  credential?: PushCredential;
}

/** Sends push messages to the services of their devices, and deactivates the devices that are gone. */
@Injectable()
export class PushProcessor {
  constructor(
    private readonly database: Database,
    private readonly delivery: DeliveryService,
    private readonly devices: DevicesService,
    private readonly credentials: PushCredentials,
    private readonly transports: PushTransports,
    private readonly own: OwnTransports,
    private readonly links: TrackingLinks,
  ) {}

  @OnJob('push.deliver', { chunk: 20, concurrency: 6 })
  async deliver(batch: JobBatch<DeliverMessages>): Promise<void> {
    const { tenantId } = batch;
    const began = new Date();
    const messages = await this.delivery.listPending(batch);
    if (!messages) return;
    const uses = new Map<PushCredential, boolean>();
    const attempts = messages.length > 0 ? await this.attemptAll(batch, messages, uses) : [];
    await this.database.tenant(tenantId, async (tx) => {
      const recorded = await this.delivery.record(tx, batch, attempts);
      await this.devices.deactivate(tx, tenantId, recorded.flatMap(goneDeviceOf), began);
      for (const [credential, worked] of uses) await this.credentials.recordUse(tx, credential, worked);
    });
    this.delivery.count('push', attempts);
  }

  private async attemptAll(
    batch: JobBatch<DeliverMessages>,
    messages: readonly PendingMessage[],
    uses: Map<PushCredential, boolean>,
  ): Promise<Attempted[]> {
    const { tenantId } = batch;
    const ids = messages.map(({ recipient }) => recipient).filter((recipient) => topicOf(recipient) === undefined);
    const { devices, credentials } = await this.database.tenant(tenantId, async (tx) => ({
      devices: await this.devices.resolve(tx, tenantId, ids),
      credentials: await this.credentials.listCurrent(tx, tenantId),
    }));
    this.own.retain(tenantId, credentials);
    const recipients = { tenantId, devices, credentials, uses };
    return Promise.all(
      messages.map((message) =>
        batch.runFor(message.job, async () => attempted(message, await this.attempt(message, recipients))),
      ),
    );
  }

  private async attempt(message: PendingMessage, recipients: Recipients): Promise<DeliveryOutcome> {
    if (message.suppressed) return SUPPRESSED;
    const { uses } = recipients;
    let credential: PushCredential | undefined;
    try {
      const prepared = await this.prepare(message, recipients);
      credential = prepared.credential;
      if (credential) uses.set(credential, uses.get(credential) ?? false);
      const { providerId } = await inClientSpan('push.send', prepared.send);
      if (credential) uses.set(credential, true);
      return { kind: 'sent', detail: providerId ? { ProviderId: providerId } : {} };
    } catch (error) {
      if (error instanceof PushFailure) return toOutcome(error, credential?.kind);
      throw error;
    }
  }

  private async prepare(message: PendingMessage, { tenantId, devices, credentials }: Recipients): Promise<Prepared> {
    const { environment, recipient } = message;
    const content = contentOf(message);
    const topic = topicOf(recipient);
    if (topic !== undefined) {
      const route = this.transports.toTopic(environment, credentials);
      if (!route) throw notSetUp('topics');
      const isOwn = credentials.some(({ kind }) => kind === 'fcm');
      const toTopic = { ...content, topic: topicAtFcm(tenantId, topic, isOwn) };
      return { send: () => route.transport.sendToTopic(toTopic), credential: route.credential };
    }
    const device = devices.get(recipient);
    if (!device?.active) throw new PushFailure('The device is gone', { kind: 'permanent' });
    const route = await this.transports.toDevice(tenantId, environment, device, credentials);
    if (!route) throw notSetUp(device.platform);
    const receiptUrl = isId('psh', message.id) ? this.links.receipt({ tenantId, messageId: message.id }) : undefined;
    const confirmed = receiptUrl === undefined ? {} : { receiptUrl };
    const toDevice = { ...content, ...confirmed, device: { platform: device.platform, token: device.token } };
    return { send: () => route.transport.send(toDevice), credential: route.credential };
  }
}

function contentOf({ id, subject, text, data }: PendingMessage): PushContent {
  return { id, notification: { title: subject, body: text ?? '' }, ...(data ? { data } : {}) };
}

/** Temporary, because the tenant may set it up later. */
function notSetUp(what: string): PushFailure {
  return new PushFailure(`No push service is set up for ${what}`, { kind: 'temporary' });
}

const goneDeviceOf = ({ message, outcome }: Attempted): string[] =>
  outcome.kind === 'failed' && outcome.isDeviceGone ? [message.recipient] : [];
