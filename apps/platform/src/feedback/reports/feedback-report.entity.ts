import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type Id, type TenantId } from '#libs/persistence';

/** A report as it was received; deleted once it is processed. */
@Entity()
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
