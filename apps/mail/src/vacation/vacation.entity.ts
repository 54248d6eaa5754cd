import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';

/** Automatic reply of a mailbox, and the time when it is on. */
@Entity()
@DataRights({ erasure: { stays: 'What the owner of the mailbox set' } })
export class Vacation {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  mailboxId: string;

  @Column('boolean')
  enabled: boolean;

  /** Time of the first answer; null: as soon as it is enabled. */
  @Timestamp({ nullable: true })
  startsAt: Date | null;

  /** Time after which it does not answer; null: when it is switched off. */
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
