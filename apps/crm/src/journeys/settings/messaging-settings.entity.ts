import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, UpdatedAt } from '#libs/core/persistence';

/** When, and how often, journeys may write to a contact. A tenant without a row has the defaults. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' } })
export class MessagingSettings {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Time of day in the contact's time zone at which the quiet hours begin, as HH:MM. */
  @Column('text')
  quietFrom: string;

  /** The same for their end; equal to the begin if there are none. */
  @Column('text')
  quietTo: string;

  /** Most messages of journeys to a contact on a day. */
  @Column('integer')
  dailyCap: number;

  @UpdatedAt()
  updatedAt: Date;
}
