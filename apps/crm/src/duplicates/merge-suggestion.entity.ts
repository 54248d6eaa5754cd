import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type Id, type TenantId, Timestamp } from '#libs/core/persistence';
import type { MergeReason, SuggestionStatus } from './merge-reasons.js';

/** Two contacts that may be one person. A pair is suggested once. */
@Entity()
@DataRights({ erasure: 'erased' })
export class MergeSuggestion {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** UUIDv7. */
  @PrimaryColumn('uuid')
  id: string;

  /** The lesser id of the two, that is the older contact. */
  @Column('text')
  contactId: Id<'cnt'>;

  @Column('text')
  otherId: Id<'cnt'>;

  /** From 1 to 100. */
  @Column('integer')
  score: number;

  @Column('text', { array: true })
  reasons: MergeReason[];

  @Column('text')
  status: SuggestionStatus;

  @Column('text', { nullable: true })
  decidedBy: string | null;

  @Timestamp({ nullable: true })
  decidedAt: Date | null;

  @CreatedAt()
  createdAt: Date;
}
