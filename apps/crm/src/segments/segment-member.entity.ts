import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';

/** A contact in a segment. */
@Entity()
@DataRights({ erasure: 'erased' })
export class SegmentMember {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  segmentId: string;

  @PrimaryColumn('text')
  contactId: Id<'cnt'>;

  @Timestamp()
  since: Date;
}
