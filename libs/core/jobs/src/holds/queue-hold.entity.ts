import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DataRights, CreatedAt, Timestamp } from '#libs/core/persistence';
import type { PendingChoice } from './queue-holds.js';

/** A time in which no job of the app runs. */
@Entity('queue_hold')
@DataRights({ erasure: { stays: 'Of the installation' } })
export class QueueHold {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @CreatedAt()
  heldAt: Date;

  /** When the backup was made that the database was restored from; null if it was not. */
  @Timestamp({ nullable: true })
  backupAt: Date | null;

  @Column('text')
  reason: string;

  /** Choice of the operator for the jobs of before the hold; null until then. */
  @Column('text', { nullable: true })
  pending: PendingChoice | null;

  @Timestamp({ nullable: true })
  releasedAt: Date | null;

  /** How many jobs the release has cancelled. */
  @Column('bigint')
  cancelled: string;

  /** Null while it is on. */
  @Timestamp({ nullable: true })
  endedAt: Date | null;
}
