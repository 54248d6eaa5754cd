import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '#libs/auth';
import type { Id, TenantId } from '#libs/persistence';

/** A person's place in a tenant. */
@Entity('membership')
export class Membership {
  @PrimaryColumn('text', { name: 'tenant_id' })
  tenantId: TenantId;

  @PrimaryColumn('text', { name: 'user_id' })
  userId: Id<'usr'>;

  @Column('text')
  role: Role;

  @Column('timestamptz', { name: 'joined_at' })
  joinedAt: Date;
}
