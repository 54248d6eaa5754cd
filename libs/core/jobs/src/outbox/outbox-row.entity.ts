import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CarriedContext } from '#libs/core/observability';
import { DataRights, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';

@Entity('outbox')
@DataRights({
  erasure: { stays: 'Work that waits finds nobody any more; an event about a person is sealed' },
  leftOut: 'Work that waits; what it works on is in the other tables',
})
export class OutboxRow {
  @PrimaryColumn('bigint')
  id: string;

  @Column('text')
  tenantId: TenantId;

  @Column('text')
  kind: string;

  @Column('jsonb')
  payload: unknown;

  @CreatedAt()
  createdAt: Date;

  @Timestamp()
  availableAt: Date;

  @Timestamp({ name: 'handed_at', nullable: true })
  dispatchedAt: Date | null;

  @Column('text', { nullable: true })
  jobId: string | null;

  @Column('integer')
  attempts: number;

  @Column('integer')
  failures: number;

  /** Leases that ended without an outcome. */
  @Column('smallint')
  lostLeases: number;

  @Column('uuid', { nullable: true })
  lease: string | null;

  @Timestamp({ nullable: true })
  leasedUntil: Date | null;

  @Timestamp({ nullable: true })
  deadAt: Date | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('boolean')
  due: boolean;

  @Column('integer')
  weight: number;

  @Column('jsonb', { nullable: true })
  context: CarriedContext | null;
}
