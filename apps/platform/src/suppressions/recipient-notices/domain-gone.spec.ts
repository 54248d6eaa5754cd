import { expect, it } from 'vitest';
import { isDomainGone } from './domain-gone.js';

it.each([
  [{ Status: '5.1.2', Diagnostic: '550 5.1.2 Host unknown' }],
  [{ Status: '5.4.4', Diagnostic: 'Host or domain name not found' }],
  [{ Diagnostic: 'DNS error: NXDOMAIN' }],
])('%j says that there is no such domain', (detail) => {
  expect(isDomainGone(detail)).toBe(true);
});

it.each([
  [{ Status: '5.1.1', SmtpCode: 550, Diagnostic: '550 5.1.1 no such user' }],
  [{ Status: '5.1.10', Diagnostic: 'RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup' }],
  [{ SmtpCode: 556, Diagnostic: '556 Domain does not accept mail' }],
  [{ Status: '5.1.10', Diagnostic: '550 5.1.10 Recipient address has null MX' }],
  [{}],
])('%j does not', (detail) => {
  expect(isDomainGone(detail)).toBe(false);
});
