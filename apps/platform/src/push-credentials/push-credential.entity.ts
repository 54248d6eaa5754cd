import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';

export const PUSH_CREDENTIAL_KINDS = ['fcm', 'apns', 'vapid'] as const;
export type PushCredentialKind = (typeof PUSH_CREDENTIAL_KINDS)[number];

/** A tenant's own credential for a push service; it replaces the one of the installation. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' }, withheld: { secret: 'The credential of a push service' } })
export class PushCredential {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  kind: PushCredentialKind;

  /** New each time the credential is set, so it also tells whether an opened one is still current. */
  @Column('uuid')
  id: string;

  /** The JSON of the credential, sealed. */
  @Column('text')
  secret: string;

  /** SHA-256 of the public key, hexadecimal. */
  @Column('text')
  fingerprint: string;

  /** When it was set. */
  @CreatedAt()
  createdAt: Date;

  /** When a message was last sent with it; at most a minute behind. */
  @Timestamp({ nullable: true })
  lastUsedAt: Date | null;

  /** When the push service last accepted a message; at most a minute behind. */
  @Timestamp({ nullable: true })
  lastWorkedAt: Date | null;
}
