import { many, one, type SqlExecutor } from '#libs/core/persistence';
import type { DmarcSource, DmarcSummary, ReportQuery, TlsReporter, TlsSummary } from './report-summary.js';

/** Reports whose period begins on the days asked for. */
const OF_PERIOD = `p.tenant_id = $1 and p.domain_id = $2 and p.begins_at >= $3 and p.begins_at < $4`;

const parametersOf = ({ tenantId, domainId, begin, end }: ReportQuery): unknown[] => [tenantId, domainId, begin, end];

type Total = Record<'reports', number>;

const DMARC_SOURCES = `
  select host(r.source_ip) as ip, sum(r.messages)::float8 as messages,
         coalesce(sum(r.messages) filter (where r.spf_passed or r.dkim_passed), 0)::float8 as passed,
         coalesce(sum(r.messages) filter (where r.spf_passed), 0)::float8 as "spfPassed",
         coalesce(sum(r.messages) filter (where r.dkim_passed), 0)::float8 as "dkimPassed",
         coalesce(sum(r.messages) filter (where r.disposition = 'none'), 0)::float8 as none,
         coalesce(sum(r.messages) filter (where r.disposition = 'quarantine'), 0)::float8 as quarantine,
         coalesce(sum(r.messages) filter (where r.disposition = 'reject'), 0)::float8 as reject,
         count(*) over ()::int as "sourcesTotal",
         sum(sum(r.messages)) over ()::float8 as "messagesTotal",
         coalesce(sum(sum(r.messages) filter (where r.spf_passed or r.dkim_passed)) over (), 0)::float8 as "passedTotal"
    from dmarc_report p
    join dmarc_report_record r on r.tenant_id = p.tenant_id and r.dmarc_report_id = p.id
   where ${OF_PERIOD}
   group by r.source_ip
   order by sum(r.messages) desc, r.source_ip
   limit $5`;

type DmarcRow = DmarcSource & Pick<DmarcSummary, 'sourcesTotal' | 'messagesTotal' | 'passedTotal'>;

/** The sources with most messages, and the totals of all. */
export async function summariseDmarc(tx: SqlExecutor, query: ReportQuery, limit: number): Promise<DmarcSummary> {
  const { reports } = await one<Total>(
    tx,
    `select count(*)::int as reports from dmarc_report p where ${OF_PERIOD}`,
    parametersOf(query),
  );
  const rows = await many<DmarcRow>(tx, DMARC_SOURCES, [...parametersOf(query), limit]);
  const { sourcesTotal = 0, messagesTotal = 0, passedTotal = 0 } = rows[0] ?? {};
  return { reports, messagesTotal, passedTotal, sourcesTotal, sources: rows };
}

const TLS_REPORTERS = `
  with shown as (
    select p.reporter, count(*)::int as reports, sum(p.successful)::float8 as successful, sum(p.failed)::float8 as failed,
           count(*) over ()::int as "reportersTotal",
           sum(count(*)) over ()::int as "reportsTotal",
           sum(sum(p.successful)) over ()::float8 as "successfulTotal",
           sum(sum(p.failed)) over ()::float8 as "failedTotal"
      from tls_report p
     where ${OF_PERIOD}
     group by p.reporter
     order by sum(p.failed) desc, sum(p.successful) desc, p.reporter
     limit $5
  )
  select s.*, coalesce(f.failures, '[]') as failures
    from shown s
    left join lateral (
      select jsonb_agg(jsonb_build_object('type', type, 'sessions', sessions) order by sessions desc, type) as failures
        from (select f.type, sum(f.sessions) as sessions
                from tls_report p cross join lateral jsonb_to_recordset(p.failures) as f (type text, sessions bigint)
               where ${OF_PERIOD} and p.reporter = s.reporter
               group by f.type) by_type
    ) f on true
   order by s.failed desc, s.successful desc, s.reporter`;

type TlsRow = TlsReporter & Omit<TlsSummary, 'reports' | 'reporters'> & { reportsTotal: number };

/** The reporters with most failed sessions, and the totals of all. */
export async function summariseTls(tx: SqlExecutor, query: ReportQuery, limit: number): Promise<TlsSummary> {
  const rows = await many<TlsRow>(tx, TLS_REPORTERS, [...parametersOf(query), limit]);
  const { reportsTotal = 0, reportersTotal = 0, successfulTotal = 0, failedTotal = 0 } = rows[0] ?? {};
  return { reports: reportsTotal, reportersTotal, successfulTotal, failedTotal, reporters: rows };
}
