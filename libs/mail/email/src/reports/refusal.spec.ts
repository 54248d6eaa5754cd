import { describe, expect, it } from 'vitest';
import { SmtpFailure, type SmtpFailureDetails } from '../smtp/failure.js';
import { bounceTypeOf } from './refusal.js';

const typeOf = (response: string, details: Partial<SmtpFailureDetails>) =>
  bounceTypeOf(new SmtpFailure(response, { kind: 'permanent', stage: 'recipient', code: 550, ...details }));

describe('a refusal at the hand-over', () => {
  it.each([
    ['550 5.1.1 User unknown', { enhanced: '5.1.1' }],
    ['550 No such user here', {}],
    ['550 5.2.1 The account is disabled', { enhanced: '5.2.1' }],
  ])('is hard where the server knows no such address: %s', (response, details) => {
    expect(typeOf(response, details)).toBe('hard');
  });

  it.each([
    ['554 5.7.1 rejected by policy', { code: 554, enhanced: '5.7.1' }, 'block'],
    ['550 blocked using zen.spamhaus.org', {}, 'block'],
    ['550 5.1.1 not here', { enhanced: '5.1.1', stage: 'sender' }, 'block'],
    ['552 5.2.2 Mailbox full', { code: 552, enhanced: '5.2.2' }, 'soft'],
    ['550 mailbox unavailable', { stage: 'content' }, 'soft'],
    ['550 no', {}, 'soft'],
  ] as const)('is not hard for anything else: %s', (response, details, type) => {
    expect(typeOf(response, details)).toBe(type);
  });

  it('is no bounce if it may pass, or if no server said it', () => {
    expect(typeOf('450 4.1.1 User unknown', { kind: 'temporary', code: 450 })).toBeUndefined();
    expect(typeOf('501 5.1.3 the address is not one', { stage: undefined })).toBeUndefined();
  });
});
