import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';

/** A contact of the CRM that is, or was, in a segment: events may overtake each other. */
@Entity()
@DataRights({ erasure: 'erased' })
export class SegmentListMember {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  segmentId: string;

  @PrimaryColumn('text')
  crmContactId: Id<'cnt'>;

  /** The contact of Platform with its address; null for one that is no member, or has none. */
  @Column('text', { nullable: true })
  contactId: Id<'cnt'> | null;

  /** When the newest event was sent that tells of it. */
  @Timestamp()
  changedAt: Date;
}
