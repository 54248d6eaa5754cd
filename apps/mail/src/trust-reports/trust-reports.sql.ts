export type ReportTable = 'dmarc_report' | 'tls_report';

/** @param rows the rows as a subselect of parameters, which begin at $3 */
export const INSERT_RECORDS = (rows: string): string => `
  insert into dmarc_report_record
    (tenant_id, dmarc_report_id, position, source_ip, messages, disposition, spf_passed, dkim_passed)
  select $1, $2, n, source_ip::inet, messages, disposition, spf_passed, dkim_passed from ${rows} given`;

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
