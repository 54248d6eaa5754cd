import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId } from '#libs/core/persistence';

/** A report as it was received; deleted once it is processed. */
@Entity()
@DataRights({ erasure: 'erased', withheld: { raw: 'May have a mail in it, whose links act for its recipient' } })
export class FeedbackReport {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  messageId: Id<'msg'>;

  @Column('bytea')
  raw: Buffer;

  @CreatedAt()
  receivedAt: Date;
}
