import { Column, Entity, PrimaryColumn } from 'typeorm';
import { DataRights, bigintNumber, type TenantId, Timestamp } from '#libs/core/persistence';
import type { TlsFailureCount } from './report-values.js';

/** A report of TLS-RPT: how the connections of one sender to a domain went in a period. */
@Entity()
@DataRights({ erasure: { stays: 'Domains and servers, and no person' } })
export class TlsReport {
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

  /** Sessions. */
  @Column('bigint', { transformer: bigintNumber })
  successful: number;

  @Column('bigint', { transformer: bigintNumber })
  failed: number;

  /** Each type once. */
  @Column('jsonb')
  failures: TlsFailureCount[];

  @Timestamp()
  receivedAt: Date;
}
