import { Buffer } from 'node:buffer';
import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { headerLines, mailWith } from '../../test-support/messages.js';
import { buildMessage } from '../mime/message.js';
import { relaxedBody } from './canonical.js';
import { DkimKey } from './key.js';
import { dkimRecord, dkimRecordName, generateDkimKeyPair } from './key-pair.js';
import { dkimSign } from './sign.js';

const records = new Map<string, string>();
let rsa: DkimKey;
let ed25519: DkimKey;

beforeAll(async () => {
  rsa = await publishedKey('rsa-2048', 's-rsa');
  ed25519 = await publishedKey('ed25519', 's-ed');
});

async function publishedKey(type: 'rsa-2048' | 'ed25519', selector: string): Promise<DkimKey> {
  const pair = await generateDkimKeyPair(type);
  records.set(dkimRecordName('acme.test', selector), dkimRecord(pair));
  return new DkimKey({ domain: 'Acme.TEST', selector, privateKey: pair.privateKeyPem });
}

/** One verdict a signature: `pass`, or why not. */
async function verdicts(message: Buffer): Promise<string[]> {
  const resolver = async (name: string) => [[records.get(name) ?? '']];
  const { results } = await dkimVerify(message, { resolver });
  return results.map(({ status }) => status.result);
}

describe('dkimSign', () => {
  it('signs with every key, in their order, in front of the message', async () => {
    const message = buildMessage(
      mailWith({ html: '<p>a  b</p>\n\n\n', headers: { 'List-Unsubscribe': '<mailto:u@acme.test>' } }),
    );
    const signed = await dkimSign(message, [rsa, ed25519]);
    expect(signed.subarray(-message.length).equals(message)).toBe(true);
    const [first, second] = signed.toString().matchAll(/a=(\S+);/g);
    expect([first?.[1], second?.[1]]).toEqual(['rsa-sha256', 'ed25519-sha256']);
    expect(headerLines(signed).every((line) => line.length <= 78)).toBe(true);
    expect(await verdicts(signed)).toEqual(['pass', 'pass']);
  });

  it('verifies for any content', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '  ', '\t', '\n', '\n\n', ' \n', '.', 'é', '漢', '='),
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(text, text, async (subject, body) => {
        const message = buildMessage(
          mailWith({ subject: subject.replace(/\n/g, ' '), text: body, cc: ['Ação <a@b.test>'] }),
        );
        expect(await verdicts(await dkimSign(message, [ed25519]))).toEqual(['pass']);
      }),
      { numRuns: 100 },
    );
  });

  it('verifies messages it did not build: folded and repeated headers, bare line breaks, no body', async () => {
    const messages = [
      'From: a@acme.test\r\nSubject:  a\r\n\t b  \r\nList-ID: 1\r\nlist-id : 2\r\n\r\n\r\n\r\n',
      'From: a@acme.test\nSubject: b\n\ntext\n.\n',
      'From: a@acme.test\r\nSubject:\r\n\r\nno line break at the end',
      'Subject: headers alone\r\nFrom: a@acme.test\r\n\r\n',
    ];
    for (const message of messages) {
      expect(await verdicts(await dkimSign(Buffer.from(message), [rsa, ed25519]))).toEqual(['pass', 'pass']);
    }
  });

  it.each([
    ['a second From', (text: string) => text.replace('\r\nFrom:', '\r\nFrom: evil@acme.test\r\nFrom:')],
    ['another subject', (text: string) => text.replace('Subject: Hello', 'Subject: Hullo')],
    ['another body', (text: string) => text.replace('world', 'moon')],
    ['no unsubscription', (text: string) => text.replace(/List-Unsubscribe: .*\r\n/, '')],
  ])('does not verify with %s', async (_, tamper) => {
    const message = buildMessage(mailWith({ headers: { 'List-Unsubscribe': '<mailto:u@acme.test>' } }));
    const signed = await dkimSign(message, [rsa, ed25519]);
    const tampered = Buffer.from(tamper(signed.toString()));
    expect(tampered.equals(signed)).toBe(false);
    expect(await verdicts(tampered)).not.toContain('pass');
  });

  it('returns a message unchanged without keys, and rejects one without From', async () => {
    const message = buildMessage(mailWith());
    expect(await dkimSign(message, [])).toBe(message);
    await expect(dkimSign(Buffer.from('Subject: a\r\n\r\nb'), [rsa])).rejects.toMatchObject({ field: 'from' });
  });
});

describe('relaxedBody', () => {
  it.each([
    ['', ''],
    ['\r\n\r\n', ''],
    [' \t\r\n', ''],
    [' C \r\nD \t E\r\n\r\n\r\n', ' C\r\nD E\r\n'],
    ['\r\n\r\na', '\r\n\r\na\r\n'],
  ])('makes %j into %j', (body, expected) => {
    expect(relaxedBody(Buffer.from(body)).toString()).toBe(expected);
  });
});

describe('the example of RFC 8463 appendix A', () => {
  const body = 'Hi.\r\n\r\nWe lost the game.  Are you hungry yet?\r\n\r\nJoe.\r\n';
  const canonical = [
    'from:Joe SixPack <joe@football.example.com>',
    'to:Suzie Q <suzie@shopping.example.net>',
    'subject:Is dinner ready?',
    'date:Fri, 11 Jul 2003 21:00:37 -0700 (PDT)',
    'message-id:<20030712040037.46341.5F8J@football.example.com>',
    'dkim-signature:v=1; a=ed25519-sha256; c=relaxed/relaxed; d=football.example.com; i=@football.example.com; ' +
      'q=dns/txt; s=brisbane; t=1528637909; h=from : to : subject : date : message-id : from : subject : date; ' +
      'bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=; b=',
  ].join('\r\n');

  it('has the body hash and the Ed25519 signature that the RFC prints', async () => {
    expect(
      createHash('sha256')
        .update(relaxedBody(Buffer.from(body)))
        .digest('base64'),
    ).toBe('2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=');
    const seed = Buffer.from('nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=', 'base64');
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const key = new DkimKey({ domain: 'football.example.com', selector: 'brisbane', privateKey });
    expect(await key.sign(Buffer.from(canonical))).toBe(
      '/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11BusFa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==',
    );
  });
});

describe('DkimKey', () => {
  it('rejects unsupported keys and invalid names', () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 512 }).privateKey;
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const good = generateKeyPairSync('ed25519');
    const make = (changes: object) => () =>
      new DkimKey({ domain: 'a.test', selector: 's', privateKey: good.privateKey, ...changes });
    expect(make({})).not.toThrow();
    expect(make({ privateKey: weak })).toThrow(TypeError);
    expect(make({ privateKey: curve })).toThrow(TypeError);
    expect(make({ privateKey: good.publicKey })).toThrow(TypeError);
    expect(make({ privateKey: 'no key' })).toThrow();
    expect(make({ domain: 'a.test; i=@b.test' })).toThrow(TypeError);
    expect(make({ selector: 's\r\nX: y' })).toThrow(TypeError);
  });

  it('signs for an internationalised domain under its A-labels', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    expect(new DkimKey({ domain: 'bücher.test', selector: 's', privateKey }).domain).toBe('xn--bcher-kva.test');
  });
});
