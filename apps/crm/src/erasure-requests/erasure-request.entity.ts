import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { ErasingApp } from './contact-anonymizer.js';

export const ERASURE_STATUSES = ['pending', 'executed', 'refused'] as const;
export type ErasureStatus = (typeof ERASURE_STATUSES)[number];

/**
 * Answers of the other apps; null from one that has not answered yet. Requests that were executed before an app was told do not
 * have it.
 */
export type ErasureOutcome = Partial<Record<ErasingApp, { erasedAt: string | null }>>;

/** A request to erase a contact, and what was decided. */
@Entity()
@DataRights({ erasure: 'erased' })
export class ErasureRequest {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  contactId: Id<'cnt'>;

  @Column('text')
  status: ErasureStatus;

  /** How the request came in, such as `email`. */
  @Column('text')
  channel: string;

  /** Who asked and why, sealed under the contact's key; null once the contact is erased. */
  @Column('bytea', { nullable: true })
  sealed: Buffer | null;

  /** Why it was refused, sealed under the contact's key. */
  @Column('bytea', { nullable: true })
  refusal: Buffer | null;

  /** The user who entered it. */
  @Column('text')
  createdBy: string;

  @CreatedAt()
  createdAt: Date;

  @Column('text', { nullable: true })
  decidedBy: string | null;

  @Timestamp({ nullable: true })
  decidedAt: Date | null;

  @Column('jsonb')
  outcome: ErasureOutcome;
}
