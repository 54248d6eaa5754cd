export type ReportKind = 'dmarc' | 'tls';

const TLS_TYPES = new Set(['application/tlsrpt+gzip', 'application/tlsrpt+json', 'application/json']);
const DMARC_TYPES = new Set([
  'application/gzip',
  'application/x-gzip',
  'application/xml',
  'application/x-zip',
  'application/x-zip-compressed',
  'application/zip',
  'text/xml',
]);

/** Tells the kind of report in a file of a mail, by its name, else by its type; null if it is no report. */
export function reportKindOf(contentType: string, fileName: string): ReportKind | null {
  if (/\.json(\.gz|\.zip)?$/i.test(fileName) || TLS_TYPES.has(contentType)) return 'tls';
  if (/\.(xml|xml\.gz|gz|zip)$/i.test(fileName) || DMARC_TYPES.has(contentType)) return 'dmarc';
  return null;
}
