import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId } from '#libs/core/persistence';

/** How many reports were accepted for a message; deleted after 35 days. */
@Entity()
@DataRights({ erasure: { stays: 'Counts and no person' } })
export class FeedbackReportCount {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  messageId: Id<'msg'>;

  @Column('integer')
  reports: number;

  @CreatedAt()
  createdAt: Date;
}
