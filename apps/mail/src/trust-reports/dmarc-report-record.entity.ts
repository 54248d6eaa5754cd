import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, type TenantId } from '#libs/core/persistence';
import type { Disposition } from './report-values.js';

/** Messages of one source that a receiver judged and treated alike. */
@Entity()
@DataRights({ erasure: { stays: 'Domains and servers, and no person' } })
export class DmarcReportRecord {
  @PrimaryColumn('text')
  tenantId: TenantId;

  @PrimaryColumn('uuid')
  dmarcReportId: string;

  @PrimaryColumn('integer')
  position: number;

  @Column('inet')
  sourceIp: string;

  @Column('bigint', { transformer: bigintNumber })
  messages: number;

  /** Action of the receiver on the messages. */
  @Column('text')
  disposition: Disposition;

  /** Whether SPF passed for the domain in From, or one aligned with it. */
  @Column('boolean')
  spfPassed: boolean;

  /** The same of DKIM. */
  @Column('boolean')
  dkimPassed: boolean;
}
