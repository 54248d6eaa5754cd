import type { DmarcReport as ParsedDmarc, TlsReport as ParsedTls } from '#libs/mail/trust-reports';
import type { DmarcReportRecord } from './dmarc-report-record.entity.js';
import type { DmarcReport } from './dmarc-report.entity.js';
import {
  type Disposition,
  DISPOSITIONS,
  REPORT_DAYS_MAX,
  TLS_FAILURE_TYPES,
  type TlsFailureCount,
  type TlsFailureType,
} from './report-values.js';
import type { TlsReport } from './tls-report.entity.js';

const DAY_MS = 86_400_000;
/** Clocks of reporters may be wrong by this much. */
const AHEAD_MS = DAY_MS;
/** Limit for names of reports and reporters, which are both in one key of an index. */
const NAME_MAX = 255;

type Stored = 'tenantId' | 'id' | 'domainId' | 'receivedAt';

export type NewDmarcReport = Omit<DmarcReport, Stored | 'recordCount'> & {
  records: Omit<DmarcReportRecord, 'tenantId' | 'dmarcReportId' | 'position'>[];
};
export type NewTlsReport = Omit<TlsReport, Stored>;

/** Builds the row for a DMARC report; null if it is not about the domain, or not about the time that is kept. */
export function dmarcReportFor(domain: string, report: ParsedDmarc): NewDmarcReport | null {
  if (!isOrIsUnder(report.domain, domain) || !isOfOurTime(report)) return null;
  return { ...headOf(report, report.email), records: mergedRecords(report) };
}

/** The same of a report of TLS, whose policies for other domains are left out. */
export function tlsReportFor(domain: string, report: ParsedTls): NewTlsReport | null {
  const policies = report.policies.filter((policy) => isOrIsUnder(policy.domain, domain));
  if (policies.length === 0 || !isOfOurTime(report)) return null;
  const failures = new Map<TlsFailureType, number>();
  for (const { type, sessions } of policies.flatMap((policy) => policy.failures)) {
    const known = TLS_FAILURE_TYPES.find((one) => one === type) ?? 'other';
    failures.set(known, (failures.get(known) ?? 0) + sessions);
  }
  return {
    ...headOf(report, report.contact),
    successful: sumOf(policies, ({ successful }) => successful),
    failed: sumOf(policies, ({ failed }) => failed),
    failures: [...failures].map(([type, sessions]): TlsFailureCount => ({ type, sessions })),
  };
}

interface Head {
  organisation: string;
  reportId: string;
  begin: Date;
  end: Date;
}

function headOf({ organisation, reportId, begin, end }: Head, contact: string) {
  return {
    reporter: (organisation || contact || 'unknown').slice(0, NAME_MAX),
    reportId: reportId.slice(0, NAME_MAX),
    beginsAt: begin,
    endsAt: end,
  };
}

/** Receivers list a source again for each identifier; one row is enough for what is shown. */
function mergedRecords({ records }: ParsedDmarc): NewDmarcReport['records'] {
  const merged = new Map<string, NewDmarcReport['records'][number]>();
  for (const { sourceIp: address, count, disposition: done, spf, dkim } of records) {
    // A zone means something on the reporter's host alone.
    const sourceIp = address.replace(/%.*$/s, '');
    const disposition: Disposition = DISPOSITIONS.find((one) => one === done) ?? 'none';
    const [spfPassed, dkimPassed] = [spf === 'pass', dkim === 'pass'];
    const key = `${sourceIp} ${disposition} ${spfPassed} ${dkimPassed}`;
    const known = merged.get(key);
    if (known) known.messages += count;
    else merged.set(key, { sourceIp, messages: count, disposition, spfPassed, dkimPassed });
  }
  return [...merged.values()];
}

const isOrIsUnder = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`);

const isOfOurTime = ({ begin, end }: Head): boolean =>
  begin.getTime() > Date.now() - REPORT_DAYS_MAX * DAY_MS && end.getTime() < Date.now() + AHEAD_MS;

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);
