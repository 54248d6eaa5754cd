import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BlockKind } from '#libs/messaging/admission';
import { DataRights, CreatedAt, Timestamp, UpdatedAt } from '#libs/core/persistence';
import type { Finding, Signal } from './suggestion.js';

/** A block that the platform suggests to operators. */
@Entity()
@DataRights({ erasure: { stays: 'Of the installation' } })
export class BlockSuggestion {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  kind: BlockKind;

  @Column('text')
  value: string;

  @Column('text')
  signal: Signal;

  @Column('jsonb')
  evidence: Finding['evidence'];

  @Column('text')
  status: 'open' | 'applied' | 'dismissed';

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  /** The operator. */
  @Column('text', { nullable: true })
  decidedBy: string | null;

  /** End of the time in which a dismissed suggestion is not made again. */
  @Timestamp({ nullable: true })
  quietUntil: Date | null;
}
