import type { MailReport, RecipientReport } from '../reports/report.js';
import type { MailSandboxOutcome } from './recipients.js';

/** The outcomes for which the sandbox makes a report. */
export type MailSandboxReported = Extract<MailSandboxOutcome, 'delivered' | 'deferred' | 'bounced' | 'complained'>;

/** The report on a mail with this outcome. */
export function mailSandboxReport(outcome: MailSandboxReported, recipient: string): MailReport {
  if (outcome === 'complained') return { kind: 'complaint', feedbackType: 'abuse', recipient, userAgent: 'Sandbox' };
  if (outcome === 'bounced') {
    const diagnostic = '550 5.1.1 sandbox: the address does not exist';
    return about({ recipient, action: 'failed', type: 'hard', status: '5.1.1', smtpCode: 550, diagnostic });
  }
  return about({ recipient, action: 'delivered', type: 'soft', status: '2.0.0', diagnostic: '250 2.0.0 Delivered' });
}

function about(recipient: RecipientReport): MailReport {
  return { kind: 'delivery', recipients: [recipient] };
}
