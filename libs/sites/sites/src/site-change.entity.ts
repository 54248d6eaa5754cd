import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { DataRights, type TenantId } from '#libs/core/persistence';

/**
 * An address whose answer may have changed, written by triggers within the change's own transaction. The runtime reads it to
 * renew what it keeps in memory. With neither host nor path, a setting of the whole tenant changed.
 */
@Entity()
@DataRights({ erasure: { stays: 'Pages of the tenant' } })
export class SiteChange {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  /** Lets readers find what was committed since their last snapshot, whatever the order of commits. */
  @Column('bigint')
  transactionId: string;

  /** Not `tenant_id`: what changed where is public, and no tenant reads this table. */
  @Column('text')
  changedTenantId: TenantId;

  /** A host that was verified, lost or renamed. */
  @Column('text', { nullable: true })
  host: string | null;

  /** A path of any of the tenant's hosts or of the shared host; `/r/{slug}` for a short link. */
  @Column('text', { nullable: true })
  path: string | null;

  @CreateDateColumn({ type: 'timestamptz', precision: 3 })
  changedAt: Date;
}
