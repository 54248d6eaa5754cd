import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId } from '#libs/core/persistence';
import type { ActivityType } from './activity.js';

/** An entry in the timeline of a contact. */
@Entity()
@DataRights({ erasure: 'erased' })
export class Activity {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  contactId: Id<'cnt'>;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  type: ActivityType;

  /** The user who did it; null for the service itself. */
  @Column('text', { nullable: true })
  authorId: string | null;

  /** Text and data as JSON, sealed under the contact's key; null without either, or once the contact is anonymized. */
  @Column('bytea', { nullable: true })
  sealed: Buffer | null;

  @CreatedAt()
  createdAt: Date;
}
