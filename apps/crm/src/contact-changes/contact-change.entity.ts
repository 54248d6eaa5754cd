import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { ChangeCause } from './change-cause.js';

/** A change of a contact that its watchers were not told yet. Triggers insert it. */
@Entity('contact_change')
@DataRights({ erasure: 'erased', leftOut: 'Work that waits; the values are in the tables of contacts' })
export class LoggedContactChange {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Place in the log: of two changes of one row, the later one has the higher. */
  @PrimaryColumn('bigint', { generated: 'identity' })
  seq: string;

  @Column('text')
  contactId: Id<'cnt'>;

  @Column('boolean')
  isNew: boolean;

  /** Names of columns, `custom.<key>`, `is_deleted`, kinds of identifiers, `consent` or `events`. */
  @Column('text', { array: true })
  fields: string[];

  @Column('jsonb')
  before: Record<string, unknown>;

  @Column('jsonb')
  after: Record<string, unknown>;

  /** Null if its transaction named none. */
  @Column('jsonb', { nullable: true })
  cause: ChangeCause | null;

  /** True once a watcher has failed at the contact again and again: a job of its own tells what is logged of it. */
  @Column('boolean')
  isApart: boolean;

  @Timestamp()
  changedAt: Date;
}
