import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { OnPixelEvents, type PixelEvent } from '../../pixel-events/on-pixel-events.js';
import type { Journey } from '../definition/journey.entity.js';
import { JourneyRepository } from '../definition/journey.repository.js';
import { JourneyEntries } from '../enrollments/journey-entries.js';

/** Lets contacts enter journeys by what they do on pages. */
@Injectable()
export class PixelEventsTrigger {
  constructor(
    private readonly journeys: JourneyRepository,
    private readonly entries: JourneyEntries,
  ) {}

  @OnPixelEvents()
  async happened(tx: EntityManager, tenantId: TenantId, events: readonly PixelEvent[]): Promise<void> {
    for (const journey of await this.journeys.listTriggered(tx, tenantId, 'pixel-event')) {
      const entering = events.filter((event) => isOf(journey, event));
      await this.entries.enter(
        tx,
        journey,
        entering.map(({ contactId, name }) => ({
          contactId,
          cause: { kind: 'pixel-event' as const, chain: [], subject: name },
        })),
      );
    }
  }
}

const isOf = ({ parameters: { event, pageId } }: Journey, { name, pageId: place }: PixelEvent): boolean =>
  event === name && (pageId === undefined || pageId === place);
