import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, type TenantId } from '#libs/persistence';

/** What lets browsers on a tenant's web site subscribe to push messages. */
@Entity()
export class PushSite {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Public: it stands in the pages, and lets browsers register and nothing else. */
  @Column('text')
  siteKey: string;

  /** What browsers subscribe with (RFC 8292), base64url. */
  @Column('text')
  publicKey: string;

  /** Its counterpart, sealed. */
  @Column('text')
  privateKey: string;

  @CreatedAt()
  createdAt: Date;
}
