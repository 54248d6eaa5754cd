import { Column, Entity, PrimaryColumn } from 'typeorm';
import { CreatedAt, DataRights, type TenantId } from '#libs/core/persistence';

/** A domain on which a pixel counts, with its subdomains. */
@Entity()
@DataRights({ erasure: { stays: 'A setting of the tenant' } })
export class PixelDomain {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  @Column('text')
  pixelId: string;

  /** Lower case, punycode. */
  @Column('text')
  domain: string;

  @CreatedAt()
  createdAt: Date;
}
