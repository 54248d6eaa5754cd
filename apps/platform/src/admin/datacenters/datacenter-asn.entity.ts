import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt } from '#libs/persistence';

@Entity()
export class DatacenterAsn {
  @PrimaryColumn('bigint')
  asn: string;

  @Column('text')
  name: string;

  @Column('text')
  createdBy: string;

  @CreatedAt()
  createdAt: Date;
}
