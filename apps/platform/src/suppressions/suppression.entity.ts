import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, CreatedAt, type TenantId } from '#libs/core/persistence';
import type { SuppressionReason, SuppressionSource, SuppressionTopic } from './suppression.js';

/** An address to which the tenant sends nothing. */
@Entity()
@DataRights({ erasure: 'erased' })
export class Suppression {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Address in its normal form, see `normalAddress`; the hash for an erased person, see `ErasedAddresses`. */
  @PrimaryColumn('text')
  address: string;

  /** The sender of texts for which a number is suppressed; empty for all senders. */
  @PrimaryColumn('text')
  sender: string;

  /** The topic for which it is suppressed; see `SuppressionTopic`. */
  @PrimaryColumn('text')
  topic: SuppressionTopic;

  @Column('uuid')
  id: string;

  /** Orders the entries and is their cursor. */
  @Column('bigint', { transformer: bigintNumber })
  position: number;

  @Column('text')
  reason: SuppressionReason;

  @Column('text')
  source: SuppressionSource;

  /** The message that caused it. */
  @Column('text', { nullable: true })
  messageId: string | null;

  @CreatedAt()
  createdAt: Date;
}
