import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId } from '#libs/core/persistence';

/** Count of what a contact did, or got, on a day (UTC): see `event-names`, and the events that pages name themselves. */
@Entity()
@DataRights({ erasure: 'erased' })
export class ContactEventDay {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  contactId: Id<'cnt'>;

  @PrimaryColumn('text')
  name: string;

  /** YYYY-MM-DD. */
  @PrimaryColumn('date')
  day: string;

  @Column('integer')
  n: number;
}
