import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, Timestamp, UpdatedAt } from '#libs/persistence';

@Entity()
export class BlockSuggestion {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  kind: string;

  @Column('text')
  value: string;

  @Column('text')
  signal: string;

  @Column('jsonb')
  evidence: unknown;

  @Column('text')
  status: string;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;

  @Column('text', { nullable: true })
  decidedBy: string | null;

  @Timestamp({ nullable: true })
  quietUntil: Date | null;
}
