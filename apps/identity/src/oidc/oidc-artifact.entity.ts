import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type Id } from '#libs/core/persistence';

/** A code, token, grant or browser state of OpenID Connect. Ids are stored as SHA-256, payloads are sealed. */
@Entity('oidc_artifact')
@DataRights({ erasure: { stays: 'Users erase their accounts themselves: it goes with the account' } })
export class OidcArtifact {
  @PrimaryColumn('text')
  kind: string;

  @PrimaryColumn('bytea', { name: 'id_hash' })
  idHash: Buffer;

  @Column('text', { name: 'sealed_payload' })
  sealedPayload: string;

  @Column('bytea', { name: 'grant_hash', nullable: true })
  grantHash: Buffer | null;

  @Column('bytea', { name: 'uid_hash', nullable: true })
  uidHash: Buffer | null;

  @Column('bytea', { name: 'user_code_hash', nullable: true })
  userCodeHash: Buffer | null;

  /** The session that it ends with. */
  @Column('text', { name: 'session_id', nullable: true })
  sessionId: Id<'ses'> | null;

  @Column({ type: 'timestamptz', name: 'consumed_at', precision: 3, nullable: true })
  consumedAt: Date | null;

  /** Null if it does not expire. */
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true })
  expiresAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
