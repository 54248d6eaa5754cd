import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type Id, type TenantId } from '#libs/persistence';

/** Feedback that was recorded of a message. */
@Entity()
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
