import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, type TenantId, Timestamp } from '#libs/core/persistence';

/** An aggregate report of DMARC: what one receiver saw of mail from a domain in a period. */
@Entity()
@DataRights({ erasure: { stays: 'Domains and servers, and no person' } })
export class DmarcReport {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  domainId: string;

  /** Author in the report; nothing proves it. */
  @Column('text')
  reporter: string;

  /** Id that the reporter gave to the report. */
  @Column('text')
  reportId: string;

  @Timestamp()
  beginsAt: Date;

  @Timestamp()
  endsAt: Date;

  @Column('integer')
  recordCount: number;

  @Timestamp()
  receivedAt: Date;
}
