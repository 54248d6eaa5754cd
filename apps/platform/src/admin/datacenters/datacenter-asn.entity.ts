import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, CreatedAt } from '#libs/core/persistence';

/** An autonomous system that operators list as a data centre. */
@Entity()
@DataRights({ erasure: { stays: 'Of the installation' } })
export class DatacenterAsn {
  @PrimaryColumn('bigint', { transformer: bigintNumber })
  asn: number;

  @Column('text')
  name: string;

  /** The operator. */
  @Column('text')
  createdBy: string;

  @CreatedAt()
  createdAt: Date;
}
