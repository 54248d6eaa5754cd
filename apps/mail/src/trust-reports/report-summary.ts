import type { TenantId } from '#libs/core/persistence';
import type { Disposition, TlsFailureCount } from './report-values.js';

/** Reports of a domain whose period begins from `begin` on and before `end`. */
export interface ReportQuery {
  tenantId: TenantId;
  domainId: string;
  begin: Date;
  end: Date;
}

/** Messages that came from an address, by what their receivers found and did. */
export type DmarcSource = Record<Disposition, number> & {
  ip: string;
  messages: number;
  /** Messages that passed SPF or DKIM. */
  passed: number;
  spfPassed: number;
  dkimPassed: number;
};

export interface DmarcSummary {
  reports: number;
  messagesTotal: number;
  passedTotal: number;
  sourcesTotal: number;
  /** Most messages first. */
  sources: DmarcSource[];
}

/** Sessions that a sender reports. */
export interface TlsReporter {
  reporter: string;
  reports: number;
  successful: number;
  failed: number;
  failures: TlsFailureCount[];
}

export interface TlsSummary {
  reports: number;
  successfulTotal: number;
  failedTotal: number;
  reportersTotal: number;
  /** Most failed sessions first. */
  reporters: TlsReporter[];
}

export interface ReportSummary {
  dmarc: DmarcSummary;
  tls: TlsSummary;
}
