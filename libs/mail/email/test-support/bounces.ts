import type { MailReport } from '../src/reports/report.js';
import { mail } from './reports.js';

/** A bounce of a mail server, unless the headers say otherwise. */
export function bounce(headers: Record<string, string>, text: string): Buffer {
  const usual = { From: 'Mail Delivery System <MAILER-DAEMON@mx.example.test>', To: 'bounce+x1@bounces.demo.test' };
  return mail({ ...usual, ...headers }, text);
}

/** Parts of a multipart mail, each with its headers. */
export function multipart(subtype: string, parts: readonly string[]): { type: string; body: string } {
  const boundary = `part-of-${subtype}`;
  const type = `multipart/${subtype}; boundary="${boundary}"`;
  const bodies = parts.map((part) => `--${boundary}\n${part}\n`).join('');
  return {
    type: subtype === 'report' ? `${type}; report-type=delivery-status` : type,
    body: `${bodies}--${boundary}--\n`,
  };
}

/** Returns a line for each recipient of a report, as `recipient > final recipient action type`; the type of failures alone. */
export function outcomes(report: MailReport | null): string[] {
  if (report?.kind !== 'delivery') return report ? [report.kind] : [];
  return report.recipients.map(({ recipient, finalRecipient, action, type }) =>
    [
      recipient ?? '-',
      ...(finalRecipient ? ['>', finalRecipient] : []),
      action,
      ...(action === 'failed' ? [type] : []),
    ].join(' '),
  );
}
