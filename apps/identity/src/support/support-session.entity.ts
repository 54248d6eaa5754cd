import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId } from '#libs/core/persistence';

/** An operator's read-only session in a tenant; at most one is open for each operator. */
@Entity('support_session')
@DataRights({
  erasure: { stays: 'Operators act for the installation; the log has why' },
  withheld: {
    operator_id: 'Operators act for the installation; the log has why',
    parent_session_id: 'Operators act for the installation; the log has why',
  },
})
export class SupportSession {
  @PrimaryColumn('text')
  id: Id<'ses'>;

  @Column('text', { name: 'tenant_id' })
  tenantId: TenantId;

  @Column('text', { name: 'operator_id' })
  operatorId: Id<'usr'>;

  /** The operator's own session, with which this one ends. */
  @Column('text', { name: 'parent_session_id' })
  parentSessionId: string;

  @Column('text')
  reason: string;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt: Date;

  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3, nullable: true })
  endedAt: Date | null;
}
