import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Role } from '#libs/core/auth';
import { DataRights, type Id, type TenantId } from '#libs/core/persistence';
import { User } from '../users/user.entity.js';
import { Tenant } from './tenant.entity.js';

/** A user's place in a tenant. */
@Entity('membership')
@DataRights({ erasure: { stays: 'Users erase their accounts themselves: it goes with the account' } })
export class Membership {
  @PrimaryColumn('text', { name: 'tenant_id' })
  tenantId: TenantId;

  @ManyToOne(() => Tenant, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tenant_id' })
  tenant: Relation<Tenant>;

  @PrimaryColumn('text', { name: 'user_id' })
  userId: Id<'usr'>;

  @ManyToOne(() => User, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id' })
  user: Relation<User>;

  @Column('text')
  role: Role;

  @CreateDateColumn({ type: 'timestamptz', name: 'joined_at', precision: 3 })
  joinedAt: Date;
}
