import { gzipSync } from 'node:zlib';

/** Seconds since 1970 of a moment some days ago. */
export const daysAgo = (days: number): number => Math.floor(Date.now() / 1000) - days * 86_400;

export interface Row {
  ip?: string;
  count?: number;
  disposition?: string;
  spf?: string;
  dkim?: string;
}

export function dmarcXml(
  domain: string,
  { id = 'r1', reporter = 'Big Mail', begin = daysAgo(1), rows = [{}] as Row[] } = {},
): string {
  const record = ({ ip = '192.0.2.1', count = 1, disposition = 'none', spf = 'pass', dkim = 'pass' }: Row) =>
    `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated>
       <disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row>
     <identifiers><header_from>${domain}</header_from></identifiers></record>`;
  return `<?xml version="1.0"?><feedback><report_metadata><org_name>${reporter}</org_name><report_id>${id}</report_id>
    <date_range><begin>${begin}</begin><end>${begin + 3_600}</end></date_range></report_metadata>
    <policy_published><domain>${domain}</domain><p>none</p></policy_published>${rows.map(record).join('')}</feedback>`;
}

export const dmarcFile = (...values: Parameters<typeof dmarcXml>): Buffer => gzipSync(dmarcXml(...values));

export interface TlsPolicy {
  domain?: string;
  successful?: number;
  failures?: [type: string, sessions: number][];
}

export function tlsFile(
  domain: string,
  { id = 't1', reporter = 'Big Mail', begin = daysAgo(1), policies = [{}] as TlsPolicy[] } = {},
): Buffer {
  const at = (seconds: number) => new Date(seconds * 1000).toISOString();
  return gzipSync(
    JSON.stringify({
      'organization-name': reporter,
      'date-range': { 'start-datetime': at(begin), 'end-datetime': at(begin + 3_600) },
      'report-id': id,
      policies: policies.map(({ domain: name = domain, successful = 1, failures = [] }) => ({
        policy: { 'policy-type': 'sts', 'policy-domain': name },
        summary: {
          'total-successful-session-count': successful,
          'total-failure-session-count': failures.reduce((sum, [, sessions]) => sum + sessions, 0),
        },
        'failure-details': failures.map(([type, sessions]) => ({
          'result-type': type,
          'failed-session-count': sessions,
        })),
      })),
    }),
  );
}

/** A mail whose one file is a report. */
export function reportMail(to: string, contentType: string, fileName: string, content: Buffer): string {
  return [
    'From: Reports <noreply@big.test>',
    `To: ${to}`,
    'Subject: Report',
    `Message-ID: <${fileName}@big.test>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'A report.',
    '--b',
    `Content-Type: ${contentType}; name="${fileName}"`,
    `Content-Disposition: attachment; filename="${fileName}"`,
    'Content-Transfer-Encoding: base64',
    '',
    content.toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--b--',
    '',
  ].join('\r\n');
}
