import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id, type TenantId } from '#libs/core/persistence';

export type KeyEnvironment = 'live' | 'test';
export type KeyKind = 'secret' | 'publishable';

@Entity('api_key')
@DataRights({ erasure: { stays: 'A key of a program' }, withheld: { secret_hash: 'Verifies the key' } })
export class ApiKey {
  @PrimaryColumn('text', { name: 'tenant_id' })
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: Id<'key'>;

  @Column('text')
  name: string;

  @Column('text')
  kind: KeyKind;

  /** The first characters of the secret, shown again in lists. */
  @Column('text')
  prefix: string;

  /** The last characters of the secret, shown beside the first; null for a key that was made before they were kept. */
  @Column('text', { nullable: true })
  hint: string | null;

  /** SHA-256 of the secret, in hex. */
  @Column('text', { name: 'secret_hash', unique: true })
  secretHash: string;

  @Column('text', { array: true })
  scopes: string[];

  @Column('text')
  environment: KeyEnvironment;

  @Column('text', { name: 'created_by' })
  createdBy: Id<'usr'>;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;

  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt: Date | null;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true })
  expiresAt: Date | null;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt: Date | null;
}
