import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId, Timestamp } from '#libs/core/persistence';

export const SMS_CREDENTIAL_KINDS = ['twilio', 'smpp'] as const;
export type SmsCredentialKind = (typeof SMS_CREDENTIAL_KINDS)[number];

/** A tenant's own carrier of texts; it replaces the one of the installation. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' }, withheld: { secret: 'The credential of a carrier' } })
export class SmsCredential {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** New each time the credential is set, so it also tells whether an opened one is still current. */
  @Column('uuid')
  id: string;

  @Column('text')
  kind: SmsCredentialKind;

  /** The AccountSid or the SystemId, to be shown; what is used is in the secret. */
  @Column('text')
  account: string;

  /** The URL of the carrier without a user name, to be shown. */
  @Column('text')
  address: string;

  /** The JSON of the credential, sealed. */
  @Column('text')
  secret: string;

  /** When it was set. */
  @CreatedAt()
  createdAt: Date;

  /** When a text was last sent with it; at most a minute behind. */
  @Timestamp({ nullable: true })
  lastUsedAt: Date | null;

  /** When the carrier last accepted a text; at most a minute behind. */
  @Timestamp({ nullable: true })
  lastWorkedAt: Date | null;
}
