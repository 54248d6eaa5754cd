import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DestinationDeliveries } from '../destinations/destination-deliveries.js';
import { DestinationRepository } from '../destinations/destination.repository.js';
import { eventIdOf } from '../destinations/event-payload.js';
import type { FormSubmission } from '../leads/lead-activity.js';
import { LeadReader } from '../leads/lead-reader.js';
import { type LeadOfContact, OnLeadCaptured } from '../leads/on-lead-captured.js';
import { type ConfirmedLead, OnLeadConfirmed } from '../leads/listeners/on-lead-confirmed.js';
import { OnLeadRetracted, type RetractedLead } from '../leads/listeners/on-lead-retracted.js';
import { MAX_AGE_MS, toMetaEvent } from './meta/meta-event.js';
import { CONVERSION_EVENT } from './providers.js';

const NO_CONSENT = 'A pessoa não deu o consentimento que o formulário pediu.';
const UNCONFIRMED = 'Espera a confirmação do consentimento por e-mail.';

/**
 * Sends each captured lead to the active integrations, once to each. Providers of advertising get hashes of personal data, so
 * a lead goes there only if its form asked for no consent, or the person gave it.
 */
@Injectable()
export class LeadConversions {
  constructor(
    private readonly destinations: DestinationRepository,
    private readonly deliveries: DestinationDeliveries,
    private readonly leads: LeadReader,
  ) {}

  @OnLeadCaptured({ alsoRestored: true })
  async captured(tx: EntityManager, { tenantId, leadId, contactId, visitor }: LeadOfContact): Promise<void> {
    const ids = await this.activeIds(tx, tenantId);
    if (ids.length === 0) return;
    const lead = await this.leads.read(tx, tenantId, leadId);
    if (!lead) return;
    const delivery = { eventId: eventIdOf(CONVERSION_EVENT, leadId), eventType: CONVERSION_EVENT, contactId };
    const consent = consentOf(lead.submission);
    if (consent === 'refused') {
      const refused = ids.map((endpointId) => ({ ...delivery, endpointId, error: NO_CONSENT }));
      return this.deliveries.refuse(tx, tenantId, refused);
    }
    await this.deliveries.enqueueSealed(tx, tenantId, ids, {
      ...delivery,
      isTest: false,
      payload: JSON.stringify(toMetaEvent(lead, visitor, new Date())),
      // When nobody has confirmed by then, the event is too old, and the delivery ends with that.
      ...(consent === 'unconfirmed' && {
        availableAt: new Date(Date.parse(lead.submission.occurredAt) + MAX_AGE_MS + 1_000),
        waitsFor: UNCONFIRMED,
      }),
    });
  }

  @OnLeadConfirmed()
  async confirmed(tx: EntityManager, { tenantId, leadId }: ConfirmedLead): Promise<void> {
    const ids = await this.activeIds(tx, tenantId);
    if (ids.length > 0) await this.deliveries.release(tx, tenantId, ids, eventIdOf(CONVERSION_EVENT, leadId));
  }

  @OnLeadRetracted()
  async retracted(tx: EntityManager, { tenantId, leadId }: RetractedLead): Promise<void> {
    await this.deliveries.retract(tx, tenantId, eventIdOf(CONVERSION_EVENT, leadId));
  }

  private async activeIds(tx: EntityManager, tenantId: LeadOfContact['tenantId']): Promise<string[]> {
    return (await this.destinations.listActive(tx, tenantId, 'provider')).map(({ id }) => id);
  }
}

/** Says whether the person agreed to the text of the form. A form without one asked for nothing. */
function consentOf({ consent }: FormSubmission): 'given' | 'unconfirmed' | 'refused' {
  if (consent.text === null) return 'given';
  if (!consent.given) return 'refused';
  return consent.confirmation && consent.confirmation.confirmedAt === null ? 'unconfirmed' : 'given';
}
