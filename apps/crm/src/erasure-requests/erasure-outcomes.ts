import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type DeliveredEvent, OnAppEventDelivered } from '#libs/core/app-events';
import { ERASING_APPS } from './contact-anonymizer.js';
import { ErasureRequestRepository } from './erasure-request.repository.js';

/** Records in a request what the other apps answer: an app that has applied the event has erased the contact. */
@Injectable()
export class ErasureOutcomes {
  constructor(private readonly requests: ErasureRequestRepository) {}

  @OnAppEventDelivered('crm.contact.erased')
  async record(
    tx: EntityManager,
    { tenantId, to, payload: { requestId } }: DeliveredEvent<'crm.contact.erased'>,
  ): Promise<void> {
    const app = ERASING_APPS.find((name) => name === to);
    if (app && requestId) await this.requests.recordOutcome(tx, tenantId, requestId, app, new Date());
  }
}
