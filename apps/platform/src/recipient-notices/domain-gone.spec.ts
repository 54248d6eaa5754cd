import { expect, it } from 'vitest';
import { isDomainGone } from './domain-gone.js';

it.each([
  [{ Status: '5.1.2', Diagnostic: '550 5.1.2 Host unknown' }],
  [{ Status: '5.4.4', Diagnostic: 'Host or domain name not found' }],
  [{ SmtpCode: 556, Diagnostic: '556 Domain does not accept mail' }],
  [{ Status: '5.1.10', Diagnostic: '550 5.1.10 Recipient address has null MX' }],
  [{ Diagnostic: 'DNS error: NXDOMAIN' }],
])('%j is of the whole domain', (detail) => {
  expect(isDomainGone(detail)).toBe(true);
});

it.each([
  [{ Status: '5.1.1', SmtpCode: 550, Diagnostic: '550 5.1.1 no such user' }],
  [{ Status: '5.1.10', Diagnostic: 'RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup' }],
  [{}],
])('%j is of the address alone', (detail) => {
  expect(isDomainGone(detail)).toBe(false);
});
