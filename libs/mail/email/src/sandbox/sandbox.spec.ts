import { describe, expect, it } from 'vitest';
import { MAIL_SANDBOX_OUTCOMES, mailSandboxOutcome } from './recipients.js';
import { mailSandboxReport, type MailSandboxReported } from './report.js';

describe('the recipients of the sandbox', () => {
  it.each(Object.keys(MAIL_SANDBOX_OUTCOMES))(
    'give %s by the local part, with any label and in any case',
    (outcome) => {
      expect(mailSandboxOutcome(`${outcome}@sandbox.test`)).toBe(outcome);
      expect(mailSandboxOutcome(`${outcome}+order+4711@sandbox.test`)).toBe(outcome);
      expect(mailSandboxOutcome(` ${outcome.toUpperCase()}@Sandbox.TEST `)).toBe(outcome);
    },
  );

  it.each([
    'bounced@example.test',
    'bounced@sandbox.test.example.com',
    'bounced@other.sandbox.test',
    'someone@sandbox.test',
    'notbounced@sandbox.test',
    'constructor@sandbox.test',
    '@sandbox.test',
    'bounced',
  ])('are no others: %s', (address) => {
    expect(mailSandboxOutcome(address)).toBeUndefined();
  });
});

describe('the reports of the sandbox', () => {
  it.each<[MailSandboxReported, object]>([
    ['bounced', { kind: 'delivery', recipients: [{ action: 'failed', type: 'hard', recipient: 'a@sandbox.test' }] }],
    ['delivered', { kind: 'delivery', recipients: [{ action: 'delivered', recipient: 'a@sandbox.test' }] }],
    ['complained', { kind: 'complaint', feedbackType: 'abuse' }],
  ])('of %s say so', (outcome, report) => {
    expect(mailSandboxReport(outcome, 'a@sandbox.test')).toMatchObject(report);
  });
});
