import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** How many leads a tenant received in five minutes, and how many of them were judged bad since. */
@Entity()
@DataRights({ erasure: { stays: 'Numbers of leads, which name nobody' } })
export class LeadCount {
  @PrimaryColumn('text')
  tenantId: TenantId;

  /** Beginning of the five minutes. */
  @PrimaryColumn('timestamptz', { precision: 3 })
  bucket: Date;

  /** One of several rows with the same bucket, so that leads that come at once do not wait for each other. */
  @PrimaryColumn('smallint')
  slot: number;

  @Column('integer')
  captured: number;

  /** A lead may be judged in another slot than it was counted in: only sums of a bucket mean something. */
  @Column('integer')
  bad: number;

  /** When the newest of them was received. */
  @Timestamp({ nullable: true })
  lastAt: Date | null;
}
