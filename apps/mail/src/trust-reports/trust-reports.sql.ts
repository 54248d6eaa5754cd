import { entityColumns, exec, RowParameters, type SqlExecutor } from '#libs/core/persistence';
import { DmarcReportRecord } from './dmarc-report-record.entity.js';
import type { DmarcReport } from './dmarc-report.entity.js';
import type { NewDmarcReport } from './received-report.js';

export type ReportTable = 'dmarc_report' | 'tls_report';

type NewRecord = NewDmarcReport['records'][number];

const STORED = entityColumns(DmarcReportRecord, { without: ['tenantId', 'dmarcReportId', 'position', 'sourceIp'] });
const STORED_NAMES = new RowParameters(STORED).names.join(', ');

const RECORDS = new RowParameters<NewRecord>({
  ...STORED,
  source_ip: { type: 'text', of: ({ sourceIp }) => sourceIp },
});

const INSERT_RECORDS = `
  insert into dmarc_report_record (tenant_id, dmarc_report_id, position, source_ip, ${STORED_NAMES})
  select $1, $2, n, source_ip::inet, ${STORED_NAMES} from ${RECORDS.sql(3)} given`;

/** Inserts the records of a report in their order. */
export async function insertRecords(
  tx: SqlExecutor,
  { tenantId, id }: Pick<DmarcReport, 'tenantId' | 'id'>,
  records: readonly NewRecord[],
): Promise<void> {
  await exec(tx, INSERT_RECORDS, [tenantId, id, ...RECORDS.values(records)]);
}

export const RECEIVED_SINCE: Record<ReportTable, string> = {
  dmarc_report: `
    select count(*)::int as reports, coalesce(sum(record_count), 0)::int as records from dmarc_report
     where tenant_id = $1 and domain_id = $2 and received_at > $3`,
  tls_report: `
    select count(*)::int as reports, 0 as records from tls_report
     where tenant_id = $1 and domain_id = $2 and received_at > $3`,
};

const deleteOld = (table: ReportTable) => `
  delete from ${table} where (tenant_id, id) in
    (select tenant_id, id from ${table} where begins_at < $1 order by begins_at limit $2)
  returning id`;

export const DELETE_OLD: Record<ReportTable, string> = {
  dmarc_report: deleteOld('dmarc_report'),
  tls_report: deleteOld('tls_report'),
};
