import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import { many, one, type TenantId } from '#libs/core/persistence';
import { DmarcReport } from './dmarc-report.entity.js';
import type { NewDmarcReport, NewTlsReport } from './received-report.js';
import { DELETE_OLD, insertRecords, RECEIVED_SINCE, type ReportTable } from './trust-reports.sql.js';
import { TlsReport } from './tls-report.entity.js';

/** The rows of received reports. */
@Injectable()
export class TrustReportRepository {
  /** Whether it is new: a reporter's report of an id counts once. */
  async insertDmarc(
    tx: EntityManager,
    tenantId: TenantId,
    domainId: string,
    { records, ...head }: NewDmarcReport,
  ): Promise<boolean> {
    const row = { ...head, tenantId, id: v7(), domainId, recordCount: records.length, receivedAt: new Date() };
    const insert = tx.createQueryBuilder().insert().into(DmarcReport).orIgnore().returning('id');
    if ((await insert.values(row).execute()).raw.length === 0) return false;
    await insertRecords(tx, row, records);
    return true;
  }

  /** The same of a report of TLS. */
  async insertTls(tx: EntityManager, tenantId: TenantId, domainId: string, report: NewTlsReport): Promise<boolean> {
    const row = { ...report, tenantId, id: v7(), domainId, receivedAt: new Date() };
    const insert = tx.createQueryBuilder().insert().into(TlsReport).orIgnore().returning('id');
    return (await insert.values(row).execute()).raw.length > 0;
  }

  /** Counts the reports and records that were stored for a domain since a moment. */
  async countSince(
    tx: EntityManager,
    table: ReportTable,
    { tenantId, domainId }: Pick<DmarcReport, 'tenantId' | 'domainId'>,
    since: Date,
  ): Promise<{ reports: number; records: number }> {
    return one(tx, RECEIVED_SINCE[table], [tenantId, domainId, since]);
  }

  /** Deletes some of the reports whose period began before a moment. Runs as the system role. Returns how many. */
  async deleteOld(tx: EntityManager, table: ReportTable, before: Date, limit: number): Promise<number> {
    return (await many(tx, DELETE_OLD[table], [before, limit])).length;
  }
}
