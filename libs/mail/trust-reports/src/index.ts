/** Reader of DMARC and TLS reports. */

export { parseDmarcReport } from './dmarc-report.js';
export { InvalidReport } from './invalid-report.js';
export { parseTlsReport } from './tls-report.js';
export type { DmarcAuthResult, DmarcRecord, DmarcReport } from './dmarc.js';
export type { TlsFailure, TlsPolicyResult, TlsReport } from './tls.js';
export { REPORT_LIMITS, type ReportLimits } from './limits.js';
