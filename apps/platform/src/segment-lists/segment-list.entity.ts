import { Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** A segment of the CRM that a list follows, or followed. */
@Entity()
@DataRights({ erasure: { stays: 'A segment is no person' } })
export class SegmentList {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  segmentId: string;

  /** When the list ended; events that are older do not bring it back. */
  @Timestamp({ nullable: true })
  endedAt: Date | null;
}
