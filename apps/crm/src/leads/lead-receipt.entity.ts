import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { EmailStatus } from '../contacts/contact-values.js';

/** State of a lead of Pages, and the contact that it became. Its events may come in any order. */
@Entity()
@DataRights({ erasure: 'erased' })
export class LeadReceipt {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  leadId: string;

  /** When the newest event was sent that tells of the lead; null if only other events have come. */
  @Timestamp({ nullable: true })
  capturedAt: Date | null;

  /** When the newest event was sent that takes the lead back. */
  @Timestamp({ nullable: true })
  retractedAt: Date | null;

  /** The contact that it belongs to; null before it is applied, and for a lead without e-mail address and phone. */
  @Column('text', { nullable: true })
  contactId: Id<'cnt'> | null;

  /** The form that was sent; empty for an older lead whose form is not known any more, null until that was looked up. */
  @Column('text', { nullable: true })
  formId: string | null;

  /** The published page on which it was sent; null for none. */
  @Column('text', { nullable: true })
  pageId: string | null;

  /** Its entry in the contact's timeline. */
  @Column('uuid', { nullable: true })
  activityId: string | null;

  @Column('boolean')
  madeContact: boolean;

  /** Whether its e-mail address is the contact's primary one. */
  @Column('boolean')
  hasPrimaryEmail: boolean;

  /** `updatedAt` of the contact after the last change by this lead; null if the lead did not make its contact. */
  @Timestamp({ nullable: true })
  contactUpdatedAt: Date | null;

  @Column('text', { nullable: true })
  emailStatus: EmailStatus | null;

  /** When the visitor confirmed the consent. */
  @Timestamp({ nullable: true })
  confirmedAt: Date | null;

  /** When the methods of `@OnLeadCaptured()` ran for it. */
  @Timestamp({ nullable: true })
  toldAt: Date | null;

  /** When it was received, as the numbers of leads have it; null if it is not counted. */
  @Timestamp({ nullable: true })
  countedAt: Date | null;

  /** Whether it is counted as bad. */
  @Column('boolean', { nullable: true })
  countedBad: boolean | null;

  @CreatedAt()
  createdAt: Date;
}
