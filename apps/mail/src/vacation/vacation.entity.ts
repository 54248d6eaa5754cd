import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type TenantId, Timestamp, UpdatedAt } from '#libs/persistence';

/** Automatic reply of a mailbox, and the time when it is on. */
@Entity()
export class Vacation {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  @Column('boolean')
  enabled: boolean;

  /** From when on it answers; null: as soon as it is enabled. */
  @Timestamp({ nullable: true })
  startsAt: Date | null;

  /** When it answers no more; null: when it is switched off. */
  @Timestamp({ nullable: true })
  endsAt: Date | null;

  /** Null: that of the message, after `Auto: `. */
  @Column('text', { nullable: true })
  subject: string | null;

  @Column('text', { nullable: true })
  text: string | null;

  @Column('text', { nullable: true })
  html: string | null;

  /** Days until a sender is answered again. */
  @Column('integer')
  intervalDays: number;

  @UpdatedAt()
  updatedAt: Date;
}
