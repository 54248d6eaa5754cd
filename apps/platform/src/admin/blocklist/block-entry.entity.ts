import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BlockKind } from '#libs/messaging/admission';
import { DataRights, bigintNumber, CreatedAt } from '#libs/core/persistence';

/** One entry of the blocklist. */
@Entity()
@DataRights({ erasure: { stays: 'Of the installation' } })
export class BlockEntry {
  @PrimaryColumn('uuid')
  id: string;

  /** Orders the entries and is their cursor. */
  @Column('bigint', { transformer: bigintNumber })
  position: number;

  @Column('text')
  kind: BlockKind;

  /** Value in its one spelling; unique with the kind. */
  @Column('text')
  value: string;

  @Column('text')
  reason: string;

  /** The operator. */
  @Column('text')
  createdBy: string;

  @CreatedAt()
  createdAt: Date;
}
