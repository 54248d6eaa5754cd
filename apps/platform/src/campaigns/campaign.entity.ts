import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId, Timestamp } from '#libs/persistence';

@Entity()
export class Campaign {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  status: string;

  @Column('text')
  environment: string;

  @Column('text')
  listId: string;

  @Column('jsonb')
  content: unknown;

  @Timestamp({ nullable: true })
  sendAt: Date | null;

  @Column('integer')
  run: number;

  @Column('text')
  reached: string;

  @Column('integer')
  recipients: number;

  @Column('integer')
  accepted: number;

  @Column('integer')
  skipped: number;

  @Column('integer')
  failed: number;

  @Column('text', { nullable: true })
  error: string | null;

  @CreatedAt()
  createdAt: Date;

  @Timestamp()
  updatedAt: Date;

  @Timestamp({ nullable: true })
  startedAt: Date | null;

  @Timestamp({ nullable: true })
  endedAt: Date | null;
}
