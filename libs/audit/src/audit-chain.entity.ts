import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity()
export class AuditChain {
  @PrimaryColumn('smallint')
  chain: number;

  @Column('bigint')
  entries: string;

  @Column('text')
  hash: string;
}
