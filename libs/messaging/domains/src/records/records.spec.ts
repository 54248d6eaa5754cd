import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dkimRecord, type DkimKeyType } from '#libs/mail/email';
import { judgeDkim } from './dkim-record.js';
import { judgeDmarc } from './dmarc-record.js';
import { judgeOwnership } from './ownership-record.js';
import { judgeSpf } from './spf-record.js';

const publicKey = randomBytes(294).toString('base64');
const rsa = { algorithm: 'rsa-2048', publicKey } as const;
const ed25519 = { algorithm: 'ed25519', publicKey: randomBytes(32).toString('base64') } as const;

describe('a DKIM record', () => {
  it.each<[string, string]>([
    ['as it is given', `v=DKIM1; k=rsa; p=${publicKey}`],
    ['without version, without key type', `p=${publicKey}`],
    ['with tags in another order', `v=DKIM1; p=${publicKey}; k=rsa`],
    ['with notes and flags', `v=DKIM1; n=ours; t=s; k=rsa; p=${publicKey}; x=unknown`],
    ['limited to e-mail and SHA-256', `v=DKIM1; h=sha1:sha256; s=web:email; p=${publicKey}`],
    ['broken into lines', `v=DKIM1;\r\n\tk=rsa;\r\n\tp=${publicKey.slice(0, 100)}\r\n\t${publicKey.slice(100)};`],
  ])('is found %s', (_, text) => {
    expect(judgeDkim([text], rsa)).toBe('found');
  });

  it.each<[string, string]>([
    ['of another key', `v=DKIM1; k=rsa; p=${randomBytes(294).toString('base64')}`],
    ['of a key in another case', `v=DKIM1; k=rsa; p=${publicKey.toLowerCase()}`],
    ['cut short', `v=DKIM1; k=rsa; p=${publicKey.slice(0, 250)}`],
    ['that revokes the key', 'v=DKIM1; k=rsa; p='],
    ['of another type', `v=DKIM1; k=ed25519; p=${publicKey}`],
    ['of another version', `v=DKIM2; k=rsa; p=${publicKey}`],
    ['whose version does not come first', `k=rsa; v=DKIM1; p=${publicKey}`],
    ['for SHA-1 alone', `v=DKIM1; h=sha1; p=${publicKey}`],
    ['for other services', `v=DKIM1; s=web; p=${publicKey}`],
    ['with a tag twice', `v=DKIM1; p=${publicKey}; p=${publicKey}`],
    ['that is none', 'hello'],
  ])('%s is a mismatch', (_, text) => {
    expect(judgeDkim([text], rsa)).toBe('mismatch');
  });

  it('is missing without any text', () => {
    expect(judgeDkim([], rsa)).toBe('missing');
  });

  it('is valid beside texts that are not key records, and not beside another key', () => {
    const text = dkimRecord({ type: 'ed25519', publicKeyBase64: ed25519.publicKey });
    expect(judgeDkim(['v=spf1 -all', text], ed25519)).toBe('found');
    expect(judgeDkim([text, `v=DKIM1; k=rsa; p=${publicKey}`], ed25519)).toBe('mismatch');
  });

  it('is found however a publisher spaces and folds it', () => {
    const types = fc.constantFrom<[DkimKeyType, string]>(['rsa-2048', 'rsa'], ['ed25519', 'ed25519']);
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 300 });
    const space = fc.stringMatching(/^[ \t]{0,2}$/);
    fc.assert(
      fc.property(types, bytes, space, space, fc.nat(), ([algorithm, type], key, a, b, fold) => {
        const base64 = Buffer.from(key).toString('base64');
        const at = fold % base64.length;
        const text = `v${a}=${b}DKIM1${a};${b}k=${type};${a}p${b}=${a}${base64.slice(0, at)}${b}\r\n ${base64.slice(at)}${b}`;
        expect(judgeDkim([text], { algorithm, publicKey: base64 })).toBe('found');
      }),
    );
  });
});

describe('an SPF record', () => {
  it.each([
    ['found', ['v=spf1 include:spf.service.test ~all']],
    ['found', ['other', 'V=SPF1 ip4:192.0.2.1 +INCLUDE:spf.service.test -all']],
    ['missing', []],
    ['missing', ['v=spf10 include:spf.service.test']],
    ['mismatch', ['v=spf1 -all']],
    ['mismatch', ['v=spf1 -include:spf.service.test ~all']],
    ['mismatch', ['v=spf1 include:spf.service.test ~all', 'v=spf1 -all']],
  ])('is %s in %j', (status, texts) => {
    expect(judgeSpf(texts, 'include:spf.service.test')).toBe(status);
  });
});

describe('a DMARC record', () => {
  it.each([
    ['found', ['v=DMARC1; p=none']],
    ['found', ['v=DMARC1;p=reject;rua=mailto:x@example.test;']],
    ['missing', []],
    ['missing', ['p=none; v=DMARC1']],
    ['mismatch', ['v=DMARC1; p=maybe']],
    ['mismatch', ['v=DMARC1; p=none', 'v=DMARC1; p=reject']],
  ])('is %s in %j', (status, texts) => {
    expect(judgeDmarc(texts)).toBe(status);
  });
});

describe('an ownership record', () => {
  it.each([
    ['found', ['service-verification=abc']],
    ['found', ['service-verification=other', ' service-verification=abc ']],
    ['mismatch', ['service-verification=abcd']],
    ['missing', ['v=spf1 -all']],
    ['missing', []],
  ])('is %s in %j', (status, texts) => {
    expect(judgeOwnership(texts, 'abc')).toBe(status);
  });
});
