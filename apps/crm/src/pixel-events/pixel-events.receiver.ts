import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AppEvent, OnAppEvents } from '#libs/core/app-events';
import { DecoratedMethods } from '#libs/core/jobs';
import type { TenantId } from '#libs/core/persistence';
import { causedBy, setChangeCause } from '../contact-changes/change-cause.js';
import { type ContactEvent, EventDays } from '../event-days/event-days.js';
import { isOwnName, OTHERS } from '../event-days/event-names.js';
import { ON_PIXEL_EVENTS, type PixelEventsHandler } from './on-pixel-events.js';
import { listCountedNames, lockContactsOfLeads } from './pixel-events.sql.js';

/** Names of a contact that are counted in a day. Visitors could send any. */
const NAMES_A_DAY = 100;

/** Counts what contacts do on pages and on sites with a pixel, of which Pages tells by their leads. */
@Injectable()
export class PixelEventsReceiver implements OnApplicationBootstrap {
  #handlers: PixelEventsHandler[] = [];

  constructor(
    private readonly days: EventDays,
    private readonly methods: DecoratedMethods,
  ) {}

  onApplicationBootstrap(): void {
    const found = this.methods.list<true, Parameters<PixelEventsHandler>>(ON_PIXEL_EVENTS);
    this.#handlers = found.map(
      ({ call }) =>
        (...given) =>
          call(...given),
    );
  }

  /** An event with a name that the CRM itself counts by, such as `email_aberto`, is left out: a page cannot claim it. */
  @OnAppEvents('pages.visits.reported')
  async reported(tx: EntityManager, events: readonly AppEvent<'pages.visits.reported'>[]): Promise<void> {
    const tenantId = events[0]!.tenantId;
    const visits = events.flatMap(({ payload }) => payload.visits).filter(({ name }) => !isOwnName(name));
    const contacts = await lockContactsOfLeads(
      tx,
      tenantId,
      visits.map(({ leadId }) => leadId),
    );
    const found = visits.flatMap((visit) => {
      const contactId = contacts.get(visit.leadId);
      return contactId ? [{ ...visit, contactId, occurredAt: new Date(visit.occurredAt) }] : [];
    });
    if (found.length === 0) return;
    await setChangeCause(tx, causedBy('lead'));
    const counted = found.map(({ contactId, name, occurredAt, count: n }): ContactEvent => {
      return { contactId, name, occurredAt, isByPerson: true, n };
    });
    await this.days.add(tx, tenantId, await withinLimits(tx, tenantId, counted));
    const told = found.map(({ contactId, name, pageId, occurredAt }) => ({ contactId, name, pageId, occurredAt }));
    for (const handle of this.#handlers) await handle(tx, tenantId, told);
  }
}

/** Counts names beyond the limit as others. */
async function withinLimits(tx: EntityManager, tenantId: TenantId, events: readonly ContactEvent[]) {
  const dayOf = ({ occurredAt }: ContactEvent) => occurredAt.toISOString().slice(0, 10);
  const ids = [...new Set(events.map(({ contactId }) => contactId))];
  const known = await listCountedNames(tx, tenantId, ids, events.map(dayOf));
  return events.map((event) => {
    const key = `${event.contactId} ${dayOf(event)}`;
    const names = known.get(key) ?? new Set();
    known.set(key, names);
    if (!names.has(event.name) && names.size >= NAMES_A_DAY) return { ...event, name: OTHERS };
    names.add(event.name);
    return event;
  });
}
