import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId } from '#libs/core/persistence';

/** Messages that journeys sent to a contact on the last day on which they sent some. */
@Entity()
@DataRights({ erasure: 'erased' })
export class ContactMessageDay {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  contactId: Id<'cnt'>;

  /** In the time zone of the contact. */
  @Column('date')
  day: string;

  @Column('integer')
  sent: number;
}
