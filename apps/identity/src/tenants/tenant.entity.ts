import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { TenantStatus } from '#libs/core/auth';
import { DataRights, type TenantId } from '#libs/core/persistence';

@Entity('tenant')
@DataRights({ erasure: { stays: 'The name of a tenant' } })
export class Tenant {
  @PrimaryColumn('text')
  id: TenantId;

  @Column('text')
  name: string;

  @Column('text', { unique: true })
  slug: string;

  @Column('text', { default: '' })
  plan: string;

  @Column('text', { default: 'active' })
  status: TenantStatus;

  @Column('text', { array: true, default: '{}' })
  products: string[];

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt: Date;

  /** Why it has this status, in the words of the operator who set it. */
  @Column('text', { name: 'status_reason', nullable: true })
  statusReason: string | null;
}
