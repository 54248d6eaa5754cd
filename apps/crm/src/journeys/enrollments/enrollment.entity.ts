import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { EntryCause } from './entry-cause.js';

/** `waiting` for its time, `paused` while its journey is off, or `ended`. */
export type EnrollmentState = 'waiting' | 'paused' | 'ended';

export const OUTCOMES = [
  'completed',
  'exited',
  'goal',
  'contact-gone',
  'merged',
  'restarted',
  'interrupted',
  'failed',
  'stopped',
] as const;

/** Reason why a contact is not inside any more. */
export type EnrollmentOutcome = (typeof OUTCOMES)[number];

/** A contact on its way through a journey. The row is its own job: nothing else knows what is due when. */
@Entity()
@DataRights({ erasure: 'erased' })
export class Enrollment {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  journeyId: string;

  @Column('integer')
  version: number;

  @Column('text')
  contactId: Id<'cnt'>;

  /** Step that is next; one more than there are once all are done. */
  @Column('integer')
  step: number;

  /** How many steps were done. */
  @Column('integer')
  seq: number;

  @Column('text')
  state: EnrollmentState;

  /** Null once it has ended. */
  @Timestamp({ nullable: true })
  dueAt: Date | null;

  /** Whether its entry is in the figures and in the timeline. */
  @Column('boolean')
  isCounted: boolean;

  @Column('jsonb')
  cause: EntryCause;

  /** How often in a row its step has failed. */
  @Column('smallint')
  attempts: number;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Timestamp()
  enteredAt: Date;

  @Timestamp({ nullable: true })
  endedAt: Date | null;

  @Column('text', { nullable: true })
  outcome: EnrollmentOutcome | null;

  /** Details of the outcome, without personal data. */
  @Column('text', { nullable: true })
  reason: string | null;
}
