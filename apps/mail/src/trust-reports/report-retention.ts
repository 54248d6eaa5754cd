import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database } from '#libs/core/persistence';
import { REPORT_DAYS_MAX } from './report-values.js';
import { TrustReportRepository } from './trust-report.repository.js';

const HOUR_MS = 3_600_000;
const DELETED_AT_ONCE = 100;

/** Deletes reports whose period began 400 days ago. */
@Injectable()
export class ReportRetention {
  constructor(
    private readonly database: Database,
    private readonly reports: TrustReportRepository,
  ) {}

  @Every({ every: HOUR_MS, lock: 'report retention' })
  async run(signal?: AbortSignal): Promise<void> {
    const before = new Date(Date.now() - REPORT_DAYS_MAX * 24 * HOUR_MS);
    for (const table of ['dmarc_report', 'tls_report'] as const) {
      for (let deleted = DELETED_AT_ONCE; deleted === DELETED_AT_ONCE;) {
        if (signal?.aborted) return;
        deleted = await this.database.system((tx) => this.reports.deleteOld(tx, table, before, DELETED_AT_ONCE));
      }
    }
  }
}
