import { parseTagList, type RecordStatus } from '#libs/messaging/domains';

const STS = /^v[ \t]*=[ \t]*STSv1[ \t]*;/;
const TLS_REPORTS = /^v[ \t]*=[ \t]*TLSRPTv1[ \t]*;/;

/** Whether there is exactly one record of MTA-STS (RFC 8461, 3.1), with the id of the policy that is served. */
export function judgeMtaSts(texts: readonly string[], id: string): RecordStatus {
  const records = texts.filter((text) => STS.test(text));
  if (records.length === 0) return 'missing';
  return records.length === 1 && parseTagList(records[0] ?? '')?.get('id') === id ? 'found' : 'mismatch';
}

/** Whether there is exactly one record of TLS reports (RFC 8460, 3), wherever they go. */
export function judgeTlsReports(texts: readonly string[]): RecordStatus {
  const records = texts.filter((text) => TLS_REPORTS.test(text));
  if (records.length === 0) return 'missing';
  return records.length === 1 && parseTagList(records[0] ?? '')?.get('rua') ? 'found' : 'mismatch';
}
