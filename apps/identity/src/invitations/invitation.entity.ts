import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '#libs/core/auth';
import { DataRights, type Id, type TenantId } from '#libs/core/persistence';

@Entity('invitation')
@DataRights({
  erasure: { stays: 'The invited person becomes a user, or the invitation ends after its days' },
  withheld: { token_hash: 'Verifies the link of the invitation' },
})
export class Invitation {
  @PrimaryColumn('text', { name: 'tenant_id' })
  tenantId: TenantId;

  @PrimaryColumn('uuid', { default: () => 'uuidv7()' })
  id: string;

  @Column('text')
  email: string;

  @Column('text')
  role: Role;

  @Column('text', { name: 'token_hash', unique: true })
  tokenHash: string;

  @Column('text', { name: 'invited_by' })
  invitedBy: Id<'usr'>;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt: Date;

  @Column({ type: 'timestamptz', name: 'accepted_at', precision: 3, nullable: true })
  acceptedAt: Date | null;

  @Column('text', { name: 'accepted_by', nullable: true })
  acceptedBy: Id<'usr'> | null;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt: Date | null;
}
