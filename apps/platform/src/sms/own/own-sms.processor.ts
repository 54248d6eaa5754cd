import { Injectable } from '@nestjs/common';
import { OnJob, type JobBatch } from '#libs/core/jobs';
import { inClientSpan } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { SmsFailure } from '#libs/messaging/sms';
import {
  attempted,
  type Attempted,
  type DeliverMessages,
  type DeliveryOutcome,
  type PendingMessage,
} from '../../delivery/delivery.js';
import { DeliveryService } from '../../delivery/delivery.service.js';
import { CarrierMessageRepository } from '../carrier-message.repository.js';
import type { SmsCredential } from '../credentials/sms-credential.entity.js';
import { SmsCredentials } from '../credentials/sms-credentials.service.js';
import { carrierMessagesOf, outgoing, SUPPRESSED, toOutcome, toSent } from '../sms-outcome.js';
import { OwnCarriers, type OpenCarrier } from './own-carriers.js';

const REMOVED_REASON =
  'The carrier that the text was accepted for was removed from /api/sms/credentials: send the text again';
const REMOVED: DeliveryOutcome = { kind: 'failed', reason: REMOVED_REASON, detail: { Reason: REMOVED_REASON } };

const WHAT_TO_DO = 'Set valid ones at /api/sms/credentials, or delete them';

/**
 * Sends texts through the tenants' own carriers. They have a queue of their own, and each tenant few of its slots: a
 * carrier that hangs delays neither the texts of the installation's carrier nor those of other tenants.
 */
@Injectable()
export class OwnSmsProcessor {
  constructor(
    private readonly database: Database,
    private readonly delivery: DeliveryService,
    private readonly credentials: SmsCredentials,
    private readonly carriers: OwnCarriers,
    private readonly carrierMessages: CarrierMessageRepository,
  ) {}

  @OnJob('sms.deliver-own', { chunk: 20, concurrency: 24, perTenant: 2 })
  async deliver(batch: JobBatch<DeliverMessages>): Promise<void> {
    const { tenantId } = batch;
    const messages = await this.delivery.listPending(batch);
    if (!messages) return;
    const credential = await this.credentials.find(tenantId);
    if (!credential) this.carriers.forget(tenantId);
    const carrier = credential ? this.carriers.open(credential) : undefined;
    const attempts = await Promise.all(
      messages.map((message) =>
        batch.runFor(message.job, async () => attempted(message, await this.attempt(message, carrier))),
      ),
    );
    await this.database.tenant(tenantId, async (tx) => {
      const recorded = await this.delivery.record(tx, batch, attempts);
      const ids = recorded.flatMap(carrierMessagesOf);
      await this.carrierMessages.insert(tx, tenantId, ids, carrier?.carrier);
      if (credential) await this.recordUse(tx, credential, attempts);
    });
    this.delivery.count('sms', attempts);
  }

  private async attempt(message: PendingMessage, carrier: OpenCarrier | undefined): Promise<DeliveryOutcome> {
    if (message.suppressed) return SUPPRESSED;
    if (!carrier) return REMOVED;
    try {
      return toSent(await inClientSpan('sms.send', () => carrier.transport.send(outgoing(message))));
    } catch (error) {
      if (error instanceof SmsFailure) return toOwnOutcome(error);
      throw error;
    }
  }

  private async recordUse(
    tx: Parameters<SmsCredentials['recordUse']>[0],
    credential: SmsCredential,
    attempts: readonly Attempted[],
  ): Promise<void> {
    const outcomes = attempts.map(({ outcome }) => outcome).filter((outcome) => outcome !== SUPPRESSED);
    if (outcomes.length === 0) return;
    await this.credentials.recordUse(
      tx,
      credential,
      outcomes.some(({ kind }) => kind === 'sent'),
    );
  }
}

/** A refusal of the credentials fails the message: only the tenant can put them right. */
function toOwnOutcome(failure: SmsFailure): DeliveryOutcome {
  if (!failure.refusesCredentials) return toOutcome(failure);
  const reason = `The carrier refuses the credentials of the account (${failure.reason}). ${WHAT_TO_DO}`;
  return { kind: 'failed', reason, detail: { Reason: reason, ...(failure.code ? { Code: failure.code } : {}) } };
}
