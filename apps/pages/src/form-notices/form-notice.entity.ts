import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LeadMailFault } from '#libs/core/app-events';
import { CreatedAt, DataRights, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';

/** Who hears of a form's leads: members of the tenant by their ids, and visitors by an automatic answer. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant, without an address of anybody but the sender' } })
export class FormNotice {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  formId: string;

  @Column('text', { array: true })
  memberIds: string[];

  @Column('boolean')
  includesSpam: boolean;

  /** Whether visitors get an automatic answer. */
  @Column('boolean')
  answers: boolean;

  /** Template of Platform; kept while no answer is sent. */
  @Column('text', { nullable: true })
  templateId: string | null;

  @Column('text', { nullable: true })
  senderName: string | null;

  @Column('text', { nullable: true })
  senderAddress: string | null;

  /** Start of the hour in which notices are counted. */
  @Timestamp({ nullable: true })
  windowStartedAt: Date | null;

  @Column('integer', { default: 0 })
  windowCount: number;

  /** Leads of which a digest tells when the hour is over. */
  @Column('integer', { default: 0 })
  heldCount: number;

  /** Reason for which the last notice was not sent; null if it was sent. */
  @Column('text', { nullable: true })
  noticeFault: LeadMailFault | null;

  @Timestamp({ nullable: true })
  noticeSettledAt: Date | null;

  /** The same of the last answer. */
  @Column('text', { nullable: true })
  answerFault: LeadMailFault | null;

  /** Part of the template that is at fault. */
  @Column('text', { nullable: true })
  answerFaultDetail: string | null;

  @Timestamp({ nullable: true })
  answerSettledAt: Date | null;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
