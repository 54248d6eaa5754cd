import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintNumber } from '#libs/persistence';

/** Where a chain of entries ends. */
@Entity()
export class AuditChain {
  @PrimaryColumn('smallint')
  chain: number;

  @Column('bigint', { transformer: bigintNumber })
  entries: number;

  /** Of the last entry; empty if there is none. */
  @Column('text')
  hash: string;
}
