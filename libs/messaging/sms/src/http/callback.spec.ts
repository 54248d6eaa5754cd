import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTwilioCallback } from './callback.js';
import { twilioSignature, verifyTwilioSignature } from './signature.js';

const AT = new Date('2026-11-21T12:00:00Z');

describe('parseTwilioCallback', () => {
  it.each([
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'delivered'],
    ['undelivered', 'undelivered'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('reads %s as %s', (MessageStatus, status) => {
    expect(parseTwilioCallback({ MessageSid: 'SM1', MessageStatus }, AT)).toMatchObject({
      carrierId: 'SM1',
      status,
      at: AT,
    });
  });

  it('has the reason with the carrier’s code', () => {
    const form = {
      SmsSid: 'SM1',
      SmsStatus: 'undelivered',
      ErrorCode: '30003',
      ErrorMessage: 'Unreachable\r\nhandset',
    };
    expect(parseTwilioCallback(form)).toMatchObject({ reason: 'undelivered, error 30003: Unreachable handset' });
    expect(parseTwilioCallback({ ...form, ErrorCode: '0', ErrorMessage: '' })).toMatchObject({ reason: 'undelivered' });
    expect(parseTwilioCallback({ ...form, SmsStatus: 'delivered' })?.reason).toBeUndefined();
  });

  it.each([
    ['queued', { MessageSid: 'SM1', MessageStatus: 'queued' }],
    ['a status of another object', { MessageSid: 'SM1', MessageStatus: 'constructor' }],
    ['no id', { MessageStatus: 'delivered' }],
    ['two ids', { MessageSid: ['SM1', 'SM2'], MessageStatus: 'delivered' }],
    ['an endless id', { MessageSid: 'S'.repeat(101), MessageStatus: 'delivered' }],
    ['nothing', {}],
  ])('is null for %s', (_, form) => expect(parseTwilioCallback(form)).toBeNull());
});

describe('verifyTwilioSignature', () => {
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const params = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  };
  /** The example with which Twilio's own libraries are tested. */
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
  const authToken = '12345';

  it('accepts the example of the carrier’s own libraries', () => {
    expect(verifyTwilioSignature({ url, params, signature, authToken })).toBe(true);
  });

  it.each([
    ['with the port, signed without', url.replace('.com', '.com:443'), url],
    ['without the port, signed with', url, url.replace('.com', '.com:443')],
  ])('accepts the URL %s', (_, ours, theirs) => {
    const signed = twilioSignature(theirs, params, authToken);
    expect(verifyTwilioSignature({ url: ours, params, signature: signed, authToken })).toBe(true);
  });

  it.each([
    ['another port', { url: url.replace('.com', '.com:8443') }],
    ['another scheme', { url: url.replace('https', 'http') }],
    ['another field', { params: { ...params, Digits: '1235' } }],
    ['a field more', { params: { ...params, Extra: '1' } }],
    ['another secret', { authToken: '12346' }],
    ['no secret', { authToken: '', signature: twilioSignature(url, params, '') }],
    ['no signature', { signature: undefined }],
    ['half a signature', { signature: signature.slice(0, 14) }],
  ])('rejects %s', (_, changes) => {
    expect(verifyTwilioSignature({ url, params, signature, authToken, ...changes })).toBe(false);
  });

  it('counts each value of a field once, in order', () => {
    const signed = twilioSignature(url, { a: ['1', '2'] }, authToken);
    expect(verifyTwilioSignature({ url, params: { a: ['2', '1', '2'] }, signature: signed, authToken })).toBe(true);
  });

  it('never throws, and accepts no random signature', () => {
    const forms = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string())));
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string()), forms, fc.string(), (any, form, given) => {
        expect(verifyTwilioSignature({ url: any, params: form, signature: given, authToken })).toBe(false);
        const signed = twilioSignature(any, form, authToken);
        expect(verifyTwilioSignature({ url: any, params: form, signature: signed, authToken })).toBe(true);
      }),
    );
  });
});
