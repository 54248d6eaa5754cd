import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LeadReader } from '../leads/lead-reader.js';
import { type LeadOfContact, OnLeadCaptured } from '../leads/on-lead-captured.js';
import { OnLeadRetracted, type RetractedLead } from '../leads/listeners/on-lead-retracted.js';
import { LEAD_CAPTURED, toLeadData } from './captured-lead-event.js';
import { DestinationDeliveries } from './destination-deliveries.js';
import { DestinationRepository } from './destination.repository.js';
import { eventIdOf } from './event-payload.js';

/** Delivers each captured lead to the active destinations of its account, once to each. */
@Injectable()
export class LeadDestinations {
  constructor(
    private readonly destinations: DestinationRepository,
    private readonly deliveries: DestinationDeliveries,
    private readonly leads: LeadReader,
  ) {}

  @OnLeadCaptured({ alsoRestored: true })
  async captured(tx: EntityManager, { tenantId, leadId, contactId }: LeadOfContact): Promise<void> {
    const active = await this.destinations.listActive(tx, tenantId, 'webhook');
    if (active.length === 0) return;
    const lead = await this.leads.read(tx, tenantId, leadId);
    if (!lead) return;
    const ids = active.map(({ id }) => id);
    const event = { type: LEAD_CAPTURED, eventId: eventIdOf(LEAD_CAPTURED, leadId), data: toLeadData(lead), contactId };
    await this.deliveries.enqueueTo(tx, tenantId, ids, event);
  }

  @OnLeadRetracted()
  async retracted(tx: EntityManager, { tenantId, leadId }: RetractedLead): Promise<void> {
    await this.deliveries.retract(tx, tenantId, eventIdOf(LEAD_CAPTURED, leadId));
  }
}
