import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, CreatedAt, type TenantId } from '#libs/core/persistence';

/** A tenant's settings for push messages to the visitors of its web site. */
@Entity()
@DataRights({ erasure: { stays: 'Settings of the tenant' }, withheld: { private_key: 'Signs pushes to browsers' } })
export class PushSite {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Public: it is in the pages, and allows only to register browsers. */
  @Column('text')
  siteKey: string;

  /** The VAPID public key (RFC 8292), base64url. */
  @Column('text')
  publicKey: string;

  /** The VAPID private key, sealed. */
  @Column('text')
  privateKey: string;

  @CreatedAt()
  createdAt: Date;
}
