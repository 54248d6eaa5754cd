import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type LeadOfContact, OnLeadCaptured } from '../../leads/on-lead-captured.js';
import { JourneyRepository } from '../definition/journey.repository.js';
import { JourneyEntries } from '../enrollments/journey-entries.js';

/** Lets contacts enter journeys when they send a form, once for each lead. */
@Injectable()
export class CapturedLeadTrigger {
  constructor(
    private readonly journeys: JourneyRepository,
    private readonly entries: JourneyEntries,
  ) {}

  @OnLeadCaptured()
  async captured(tx: EntityManager, lead: LeadOfContact): Promise<void> {
    const { tenantId, contactId, leadId, formId, pageId } = lead;
    for (const journey of await this.journeys.listTriggered(tx, tenantId, 'lead-captured')) {
      const { formId: form, pageId: page } = journey.parameters;
      if (form !== undefined && form !== formId) continue;
      if (page !== undefined && page !== pageId) continue;
      await this.entries.enter(tx, journey, [
        { contactId, cause: { kind: 'lead-captured', chain: [], subject: leadId } },
      ]);
    }
  }
}
