import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt } from '#libs/persistence';

@Entity()
export class BlockEntry {
  @PrimaryColumn('uuid')
  id: string;

  @Column('bigint')
  position: string;

  @Column('text')
  kind: string;

  @Column('text')
  value: string;

  @Column('text')
  reason: string;

  @Column('text')
  createdBy: string;

  @CreatedAt()
  createdAt: Date;
}
