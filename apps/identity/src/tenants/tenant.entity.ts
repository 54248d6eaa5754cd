import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TenantStatus } from '#libs/auth';
import type { TenantId } from '#libs/persistence';

@Entity('tenant')
export class Tenant {
  @PrimaryColumn('text')
  id: TenantId;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  @Column('text')
  plan: string;

  @Column('text')
  status: TenantStatus;

  /** Why it has this status, in the words of who gave it. */
  @Column('text', { name: 'status_reason', nullable: true })
  statusReason: string | null;

  @Column('text', { array: true })
  products: string[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
