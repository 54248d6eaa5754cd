import { Injectable } from '@nestjs/common';
import { logger, metrics } from '#libs/core/observability';
import { Database, type TenantId } from '#libs/core/persistence';
import { InvalidReport, parseDmarcReport, parseTlsReport } from '#libs/mail/trust-reports';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import { dmarcReportFor, tlsReportFor } from './received-report.js';
import { type ReportKind, reportKindOf } from './report-kind.js';
import type { ReportQuery, ReportSummary } from './report-summary.js';
import { summariseDmarc, summariseTls } from './report-summary.sql.js';
import { TrustReportRepository } from './trust-report.repository.js';

/** Limits of the storage for a domain in a day: anyone can send reports. */
export const REPORTS_OF_DAY = 2_000;
export const RECORDS_OF_DAY = 200_000;
export const SOURCES_SHOWN = 500;
export const REPORTERS_SHOWN = 200;
const DAY_MS = 86_400_000;

/**
 * Outcome for a file: `ignored` is no report by name and type, `refused` is damaged, too large, about another domain or
 * another time, `limited` is over the limits of a domain in a day.
 */
export type ReportOutcome = 'stored' | 'repeated' | 'ignored' | 'refused' | 'limited';

const OUTCOMES = metrics.registerCounter({
  name: 'mail_trust_reports_total',
  help: 'Reports of DMARC and TLS-RPT received, by outcome',
  labelNames: ['kind', 'outcome'],
});

type ReportDomain = Pick<MailDomain, 'id' | 'name'>;
type Write = 'stored' | 'repeated' | 'limited';

/** Reports that others send about the mail of a domain and the connections to it. */
@Injectable()
export class TrustReports {
  constructor(
    private readonly database: Database,
    private readonly reports: TrustReportRepository,
  ) {}

  /** Stores a report that came as a file. The same one again changes nothing. @throws DatabaseUnavailable */
  async accept(
    tenantId: TenantId,
    domain: ReportDomain,
    contentType: string,
    fileName: string,
    content: Buffer,
  ): Promise<ReportOutcome> {
    const kind = reportKindOf(contentType, fileName);
    if (!kind) return 'ignored';
    const outcome = await this.store(kind, tenantId, domain, content);
    OUTCOMES.inc({ kind, outcome });
    return outcome;
  }

  /** Sums up the reports of a period. */
  async summarise(query: ReportQuery): Promise<ReportSummary> {
    return this.database.tenant(query.tenantId, async (tx) => ({
      dmarc: await summariseDmarc(tx, query, SOURCES_SHOWN),
      tls: await summariseTls(tx, query, REPORTERS_SHOWN),
    }));
  }

  private async store(
    kind: ReportKind,
    tenantId: TenantId,
    domain: ReportDomain,
    content: Buffer,
  ): Promise<ReportOutcome> {
    try {
      return await (kind === 'dmarc'
        ? this.storeDmarc(tenantId, domain, content)
        : this.storeTls(tenantId, domain, content));
    } catch (error) {
      if (!(error instanceof InvalidReport)) throw error;
      logger.warn('A report about a domain was refused', { error, kind });
      return 'refused';
    }
  }

  private async storeDmarc(tenantId: TenantId, { id, name }: ReportDomain, content: Buffer): Promise<ReportOutcome> {
    const report = dmarcReportFor(name, await parseDmarcReport(content));
    if (!report) return 'refused';
    return this.database.tenant(tenantId, async (tx): Promise<Write> => {
      const since = new Date(Date.now() - DAY_MS);
      const { reports, records } = await this.reports.countSince(tx, 'dmarc_report', { tenantId, domainId: id }, since);
      if (reports >= REPORTS_OF_DAY || records + report.records.length > RECORDS_OF_DAY) return 'limited';
      return (await this.reports.insertDmarc(tx, tenantId, id, report)) ? 'stored' : 'repeated';
    });
  }

  private async storeTls(tenantId: TenantId, { id, name }: ReportDomain, content: Buffer): Promise<ReportOutcome> {
    const report = tlsReportFor(name, await parseTlsReport(content));
    if (!report) return 'refused';
    return this.database.tenant(tenantId, async (tx): Promise<Write> => {
      const since = new Date(Date.now() - DAY_MS);
      const { reports } = await this.reports.countSince(tx, 'tls_report', { tenantId, domainId: id }, since);
      if (reports >= REPORTS_OF_DAY) return 'limited';
      return (await this.reports.insertTls(tx, tenantId, id, report)) ? 'stored' : 'repeated';
    });
  }
}
