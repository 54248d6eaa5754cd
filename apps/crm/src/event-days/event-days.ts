import { Injectable } from '@nestjs/common';
import { exec, type Id, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';

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

interface DayCount {
  contactId: string;
  name: string;
  day: string;
  n: number;
}

const COUNTS = new RowParameters<DayCount>({
  contact_id: { type: 'text', of: ({ contactId }) => contactId },
  name: { type: 'text', of: ({ name }) => name },
  day: { type: 'date', of: ({ day }) => day },
  amount: { type: 'int', of: ({ n }) => n },
});

interface LastAct {
  contactId: string;
  at: Date;
}

const ACTS = new RowParameters<LastAct>({
  id: { type: 'text', of: ({ contactId }) => contactId },
  at: { type: 'timestamptz', of: ({ at }) => at },
});

/** Counts events of contacts by day, and keeps when each contact last did something itself. */
@Injectable()
export class EventDays {
  /** Two statements at most. The caller has locked the contacts, or adds in the order of their ids. */
  async add(tx: SqlExecutor, tenantId: TenantId, events: readonly ContactEvent[]): Promise<void> {
    const counts = new Map<string, DayCount>();
    const acts = new Map<string, LastAct>();
    for (const { contactId, name, occurredAt, isByPerson, n = 1 } of events) {
      const day = occurredAt.toISOString().slice(0, 10);
      const key = `${contactId} ${name} ${day}`;
      const known = counts.get(key);
      if (known) known.n += n;
      else counts.set(key, { contactId, name, day, n });
      const last = acts.get(contactId);
      if (isByPerson && (!last || last.at < occurredAt)) acts.set(contactId, { contactId, at: occurredAt });
    }
    if (acts.size > 0) await exec(tx, KEEP_ACTS, [tenantId, ...ACTS.values([...acts.values()])]);
    if (counts.size > 0) await exec(tx, ADD_COUNTS, [tenantId, ...COUNTS.values([...counts.values()])]);
  }

  /** Takes one back, as of a form that was spam. When the contact last did something stays. */
  async takeBack(tx: SqlExecutor, tenantId: TenantId, event: Pick<ContactEvent, 'contactId' | 'name' | 'occurredAt'>) {
    const key = [tenantId, event.contactId, event.name, event.occurredAt.toISOString().slice(0, 10)];
    await exec(tx, `update contact_event_day set n = n - 1 where ${KEY}`, key);
    await exec(tx, `delete from contact_event_day where ${KEY} and n <= 0`, key);
  }
}

const KEY = 'tenant_id = $1 and contact_id = $2 and name = $3 and day = $4';

/** Parameters: tenant, counts. In the order of the key, so that two transactions that count the same wait for each other. */
const ADD_COUNTS = `
  insert into contact_event_day as known (tenant_id, contact_id, name, day, n)
  select $1, contact_id, name, day, amount from ${COUNTS.sql(2)} as given order by contact_id, name, day
  on conflict (tenant_id, contact_id, name, day) do update set n = known.n + excluded.n`;

/** Parameters: tenant, acts. An activity of the person is one of the contact. */
const KEEP_ACTS = `
  update contact set last_person_activity_at = greatest(last_person_activity_at, given.at),
         last_activity_at = greatest(last_activity_at, given.at)
    from ${ACTS.sql(2)} as given
   where contact.tenant_id = $1 and contact.id = given.id
     and (last_person_activity_at is null or last_person_activity_at < given.at)`;
