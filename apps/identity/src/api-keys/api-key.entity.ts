import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';

export type KeyEnvironment = 'live' | 'test';
export type KeyKind = 'secret' | 'publishable';

@Entity('api_key')
export class ApiKeyRecord {
  @PrimaryColumn('text', { name: 'tenant_id' })
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: Id<'key'>;

  @Column('text')
  name: string;

  @Column('text')
  kind: KeyKind;

  /** The first characters of the secret, which its owner may see again. */
  @Column('text')
  prefix: string;

  /** SHA-256 of the secret in hex: all that is left of it. */
  @Column('text', { name: 'secret_hash' })
  secretHash: string;

  @Column('text', { array: true })
  scopes: string[];

  @Column('text')
  environment: KeyEnvironment;

  @Column('text', { name: 'created_by' })
  createdBy: Id<'usr'>;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt: Date | null;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;
}
