import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

export const STEP_OUTCOMES = [
  'waits',
  'met',
  'not-met',
  'branched',
  'requested',
  'changed',
  'unchanged',
  'no-consent',
  'no-address',
  'left-out',
  'failed',
] as const;

export type StepOutcome = (typeof STEP_OUTCOMES)[number];

/** Details of a step that was done, without personal data. */
export interface StepDetail {
  /** Time until which a wait lasts, as ISO 8601. */
  until?: string;
  /** Step that came next, where it was not the following one. */
  to?: number;
  /** Reason why it failed. */
  reason?: string;
  /** Stage before and after, as the API names them. */
  from?: string;
  stage?: string;
}

/** A step that a contact did. Its key is the enrollment and its number in it: it cannot happen twice. */
@Entity()
@DataRights({ erasure: 'erased' })
export class EnrollmentStep {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  enrollmentId: string;

  /** From 1, in the order of time. */
  @PrimaryColumn('integer')
  seq: number;

  /** Number of the step in its version of the journey. */
  @Column('integer')
  step: number;

  @Column('text')
  outcome: StepOutcome;

  @Timestamp()
  at: Date;

  @Column('jsonb', { nullable: true })
  detail: StepDetail | null;

  /** Id by which Platform, or the destination, knows it; null unless something was sent. */
  @Column('uuid', { nullable: true })
  messageId: string | null;

  /** When the person first opened the mail. */
  @Timestamp({ nullable: true })
  openedAt: Date | null;

  /** When the person first followed a link of it. */
  @Timestamp({ nullable: true })
  clickedAt: Date | null;
}
