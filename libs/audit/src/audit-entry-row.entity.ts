import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Timestamp } from '#libs/persistence';

@Entity('audit_entry')
export class AuditEntryRow {
  @PrimaryColumn('text')
  id: string;

  @Column('smallint')
  chain: number;

  @Column('bigint')
  position: string;

  @Column('text')
  previousHash: string;

  @Column('text')
  hash: string;

  @Timestamp()
  occurredAt: Date;

  @Column('text', { nullable: true })
  tenantId: string | null;

  @Column('text')
  actorKind: string;

  @Column('text', { nullable: true })
  actorId: string | null;

  @Column('text', { nullable: true })
  sessionId: string | null;

  @Column('text')
  action: string;

  @Column('text')
  objectType: string;

  @Column('text')
  objectId: string;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('jsonb', { nullable: true })
  before: unknown | null;

  @Column('jsonb', { nullable: true })
  after: unknown | null;

  @Column('text', { nullable: true })
  ip: string | null;

  @Column('text', { nullable: true })
  userAgent: string | null;

  @Column('text', { nullable: true })
  requestId: string | null;
}
