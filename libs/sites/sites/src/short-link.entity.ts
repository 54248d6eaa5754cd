import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, CreatedAt, type TenantId, Timestamp, UpdatedAt } from '#libs/core/persistence';

/** A short address, `/r/{slug}` of the runtime, that redirects. */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class ShortLink {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('text')
  id: string;

  /** Unique over all tenants. */
  @Column('text')
  slug: string;

  /** An http or https URL. */
  @Column('text')
  target: string;

  @Column('text', { nullable: true })
  title: string | null;

  /** 301, 302, 307 or 308. */
  @Column('smallint')
  status: number;

  @Column('boolean')
  active: boolean;

  @Timestamp({ nullable: true })
  expiresAt: Date | null;

  @Column('bigint', { transformer: bigintNumber })
  clicks: number;

  @CreatedAt()
  createdAt: Date;

  @UpdatedAt()
  updatedAt: Date;
}
