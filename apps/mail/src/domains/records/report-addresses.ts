/** Local parts, at each domain, of the addresses that the records of DMARC and TLS-RPT ask others to send reports to. */
export const DMARC_REPORTS = 'dmarc-reports';
export const TLS_REPORTS = 'tls-reports';

/** @param localPart in lower case, without a tag */
export const isReportAddress = (localPart: string): boolean => localPart === DMARC_REPORTS || localPart === TLS_REPORTS;
