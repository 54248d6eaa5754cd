import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { EmailStatus, LeadAttribution, LeadSource, LegalBasis } from '#libs/core/app-events';
import { DataRights, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';
import type { LeadValues } from './lead.js';
import type { SpamReason } from './spam/spam.js';

/** One submission of a form. */
@Entity()
@DataRights({ erasure: 'erased' })
export class Lead {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  formId: string;

  /** The sender's own id of it; unique in the form. */
  @Column('text', { nullable: true })
  externalId: string | null;

  @Column('text')
  source: LeadSource;

  /** The published page that it was sent from. */
  @Column('text', { nullable: true })
  pageId: string | null;

  @Column('jsonb')
  values: LeadValues;

  /** The first values of these kinds, for lists and searches. */
  @Column('text', { nullable: true })
  name: string | null;

  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { nullable: true })
  phone: string | null;

  /** Null while it has not been looked at, and without an address. */
  @Column('text', { nullable: true })
  emailStatus: EmailStatus | null;

  @Column('boolean')
  isSpam: boolean;

  @Column('text', { array: true })
  spamReasons: SpamReason[];

  /** When a member decided whether it is spam; null if only the judgement did. */
  @Timestamp({ nullable: true })
  spamDecidedAt: Date | null;

  @Column('boolean')
  consent: boolean;

  /** The text as the person was shown it. */
  @Column('text', { nullable: true })
  consentText: string | null;

  @Column('text')
  legalBasis: LegalBasis;

  /** When a confirmation by e-mail was last asked for; null if the form asks for none, or the lead has no address. */
  @Timestamp({ nullable: true })
  confirmationAskedAt: Date | null;

  /** How many mails asked for it. */
  @Column('integer')
  confirmationMails: number;

  /** When the last of them was sent. */
  @Timestamp({ nullable: true })
  confirmationSentAt: Date | null;

  @Timestamp({ nullable: true })
  confirmedAt: Date | null;

  /** The IP address that confirmed. */
  @Column('text', { nullable: true })
  confirmedAddress: string | null;

  @Column('text', { nullable: true })
  confirmedUserAgent: string | null;

  @Column('jsonb')
  origin: LeadAttribution;

  /** The address that sent it; null for one sent by an API key or a session. */
  @Column('text', { nullable: true })
  address: string | null;

  @Column('text', { nullable: true })
  userAgent: string | null;

  @Timestamp()
  occurredAt: Date;

  /** When it was accepted. */
  @CreatedAt()
  createdAt: Date;
}
