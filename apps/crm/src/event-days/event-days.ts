import { Injectable } from '@nestjs/common';
import type { Id, SqlExecutor, TenantId } from '#libs/core/persistence';
import { addCounts, type DayCount, type LastAct, subtractOne, updateLastActs } from './event-days.sql.js';

/** Something that a contact did, or got. */
export interface ContactEvent {
  contactId: Id<'cnt'>;
  /** See `event-names`. */
  name: string;
  occurredAt: Date;
  /** True if the contact itself did it, and not the account. */
  isByPerson: boolean;
  /** How often; once if absent. */
  n?: number;
}

/** Counts events of contacts by day, and keeps when each contact last did something itself. */
@Injectable()
export class EventDays {
  /** Two statements at most. The caller has locked the contacts, or adds in the order of their ids. */
  async add(tx: SqlExecutor, tenantId: TenantId, events: readonly ContactEvent[]): Promise<void> {
    const counts = new Map<string, DayCount>();
    const acts = new Map<string, LastAct>();
    for (const event of events) {
      const { contactId, name, occurredAt, isByPerson, n = 1 } = event;
      const day = dayOf(event);
      const key = `${contactId} ${name} ${day}`;
      const known = counts.get(key);
      if (known) known.n += n;
      else counts.set(key, { contactId, name, day, n });
      const last = acts.get(contactId);
      if (isByPerson && (!last || last.at < occurredAt)) acts.set(contactId, { contactId, at: occurredAt });
    }
    if (acts.size > 0) await updateLastActs(tx, tenantId, [...acts.values()]);
    if (counts.size > 0) await addCounts(tx, tenantId, [...counts.values()]);
  }

  /** Takes one back, as of a form that was spam. When the contact last did something stays. */
  async takeBack(tx: SqlExecutor, tenantId: TenantId, event: Pick<ContactEvent, 'contactId' | 'name' | 'occurredAt'>) {
    await subtractOne(tx, tenantId, event.contactId, event.name, dayOf(event));
  }
}

const dayOf = ({ occurredAt }: Pick<ContactEvent, 'occurredAt'>): string => occurredAt.toISOString().slice(0, 10);
