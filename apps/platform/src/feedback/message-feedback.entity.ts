import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId } from '#libs/core/persistence';

/** Feedback that was recorded of a message. */
@Entity()
@DataRights({ erasure: { stays: 'Names a message by its id' } })
export class MessageFeedback {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  messageId: string;

  /** Equal for equal feedback; deduplicates it. */
  @PrimaryColumn('text')
  key: string;

  @Column('text')
  eventId: Id<'evt'>;

  @CreatedAt()
  createdAt: Date;
}
