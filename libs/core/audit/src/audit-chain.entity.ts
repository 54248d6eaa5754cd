import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber } from '#libs/core/persistence';

/** Head of a chain of entries. */
@Entity()
@DataRights({ erasure: { stays: 'Proves the log, and names nobody' } })
export class AuditChain {
  @PrimaryColumn('smallint')
  chain: number;

  @Column('bigint', { transformer: bigintNumber })
  entries: number;

  /** Hash of the last entry; empty if there is none. */
  @Column('text')
  hash: string;
}
