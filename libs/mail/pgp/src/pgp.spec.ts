import { readFileSync } from 'node:fs';
import * as openpgp from 'openpgp';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleartextMail, signedMail } from '../test-support/signed-mail.js';
import { findSigned, readPublicKey, verifySigned } from './index.js';

/** Made by GnuPG: a key that certifies, with a subkey that signs. */
interface GpgSamples {
  fingerprint: string;
  publicKey: string;
  part: string;
  binarySignature: string;
  textSignature: string;
  expiredSignature: string;
  cleartext: string;
}

const gpg = JSON.parse(
  readFileSync(new URL('../test-support/gpg-samples.json', import.meta.url), 'utf8'),
) as GpgSamples;
const DAY_S = 86_400;

interface Pair {
  privateKey: openpgp.PrivateKey;
  publicKey: string;
  fingerprint: string;
}

async function generate(options: Partial<Parameters<typeof openpgp.generateKey>[0]> = {}): Promise<Pair> {
  const made = await openpgp.generateKey({
    type: 'ecc',
    curve: 'ed25519Legacy',
    userIDs: [{ name: 'Bia', email: 'bia@sender.test' }],
    ...options,
    format: 'object',
  });
  const { privateKey, publicKey } = made as unknown as { privateKey: openpgp.PrivateKey; publicKey: openpgp.PublicKey };
  return { privateKey, publicKey: publicKey.armor(), fingerprint: publicKey.getFingerprint().toUpperCase() };
}

let bia: Pair;
let rival: Pair;
beforeAll(async () => {
  [bia, rival] = await Promise.all([generate(), generate()]);
});

const PART = ['Content-Type: text/plain', '', 'Hello', '', 'Bia', ''].join('\r\n');

async function sign(text: string, { privateKey }: Pair, date = new Date()): Promise<string> {
  const message = await openpgp.createMessage({ binary: new TextEncoder().encode(text) });
  return openpgp.sign({ message, signingKeys: privateKey, detached: true, date, format: 'armored' });
}

/** Cut into pieces that are no lines. */
async function* piecesOf(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function verify(raw: string, keys = [gpg.publicKey, bia.publicKey], size = 1_000): Promise<string | null> {
  const signed = await findSigned(async () => piecesOf(raw, size));
  return signed && verifySigned(signed, keys);
}

describe('a message that GnuPG signed', () => {
  it.each([
    ['PGP/MIME, binary', () => signedMail(gpg.part, gpg.binarySignature)],
    ['PGP/MIME, text', () => signedMail(gpg.part, gpg.textSignature)],
    ['PGP/MIME with LF at the ends of lines', () => signedMail(gpg.part, gpg.binarySignature).replaceAll('\r\n', '\n')],
    ['PGP/MIME that names another hash', () => signedMail(gpg.part, gpg.binarySignature, { micalg: 'pgp-sha1' })],
    ['a cleartext signature', () => cleartextMail(gpg.cleartext)],
    ['a cleartext signature in base64', () => base64Mail(gpg.cleartext)],
    ['a cleartext signature in quoted-printable', () => quotedMail(gpg.cleartext)],
  ])('is verified: %s', async (_name, raw) => {
    expect(await verify(raw())).toBe(gpg.fingerprint);
    expect(await verify(raw(), undefined, 7)).toBe(gpg.fingerprint);
  });

  it.each([
    [
      'a changed part',
      () => signedMail(gpg.part.replace('list', 'lost').replace('blanks', 'blank'), gpg.binarySignature),
    ],
    ['a changed header of the part', () => signedMail(gpg.part.replace('utf-8', 'latin1'), gpg.binarySignature)],
    ['a further line', () => signedMail(`${gpg.part}\r\nmore`, gpg.binarySignature)],
    ['a changed text', () => cleartextMail(gpg.cleartext.replace('Hello', 'Hallo'))],
    ['a text before the signed one', () => cleartextMail(`Pay at once.\n\n${gpg.cleartext}`)],
    ['a text after the signed one', () => cleartextMail(`${gpg.cleartext}\nPay at once.`)],
    ['an armor header that is no hash', () => cleartextMail(gpg.cleartext.replace(/^Hash: .*$/m, 'Pay: at once'))],
    ['a third part', () => thirdPart()],
    ['a part without a signature', () => signedMail(gpg.part, 'none')],
    ['no signature', () => 'From: ana@sender.test\r\n\r\nHello\r\n'],
    ['no header', () => 'Hello'],
  ])('is not verified with %s', async (_name, raw) => {
    expect(await verify(raw())).toBeNull();
  });
});

const base64Mail = (text: string) =>
  cleartextMail(
    Buffer.from(text)
      .toString('base64')
      .replaceAll(/(.{76})/g, '$1\n'),
    { header: ['Content-Transfer-Encoding: base64'] },
  );
const quotedMail = (text: string) =>
  cleartextMail(text.replaceAll('=', '=3D').replaceAll(/ $/gm, '=20'), {
    header: ['Content-Transfer-Encoding: quoted-printable'],
  });
const thirdPart = () =>
  signedMail(gpg.part, gpg.binarySignature).replace('--signed--', '--signed\r\n\r\nPay at once\r\n--signed--');

describe('a signature', () => {
  it('of another key is none', async () => {
    const raw = signedMail(PART, await sign(PART, rival));
    expect([await verify(raw), await verify(raw, [rival.publicKey])]).toEqual([null, rival.fingerprint]);
    expect(await verify(raw, [])).toBeNull();
  });

  it('that has expired, or is from the future, is none', async () => {
    expect(await verify(signedMail(gpg.part, gpg.expiredSignature))).toBeNull();
    const future = await sign(PART, bia, new Date(Date.now() + DAY_S * 1_000));
    expect(await verify(signedMail(PART, future))).toBeNull();
  });

  it('of a key that expired since then counts', async () => {
    const created = new Date(Date.now() - 2 * DAY_S * 1_000);
    const old = await generate({ date: created, keyExpirationTime: DAY_S });
    const raw = signedMail(PART, await sign(PART, old, new Date(created.getTime() + 60_000)));
    expect(await verify(raw, [old.publicKey])).toBe(old.fingerprint);
  });

  it('of 25 MB is verified while other work goes on', async () => {
    const line = `${'x'.repeat(74)}\r\n`;
    const part = PART + line.repeat(Math.ceil((25 * 1024 ** 2) / line.length));
    const raw = signedMail(part.slice(0, -2), await sign(part.slice(0, -2), bia));
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    const before = process.memoryUsage().arrayBuffers;
    const bytes = Buffer.from(raw, 'latin1');
    async function* read() {
      for (let at = 0; at < bytes.length; at += 65_536) {
        await new Promise(setImmediate);
        yield bytes.subarray(at, at + 65_536);
      }
    }
    const signed = await findSigned(async () => read());
    expect(await verifySigned(signed!, [bia.publicKey])).toBe(bia.fingerprint);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(20);
    expect(process.memoryUsage().arrayBuffers - before - bytes.length).toBeLessThan(64 * 1024 ** 2);
  });
});

describe('a public key', () => {
  it('is read with its fingerprint and its user ids, the primary one first', async () => {
    const read = await readPublicKey(`A key:\n\n${gpg.publicKey}`);
    expect(read).toMatchObject({
      fingerprint: gpg.fingerprint,
      userIds: [{ text: 'Ana Lima <ana@sender.test>', email: 'ana@sender.test' }],
      expiresAt: null,
    });
    expect((await readPublicKey(read.armored)).fingerprint).toBe(gpg.fingerprint);
  });

  it('says when it expires', async () => {
    const { publicKey } = await generate({ keyExpirationTime: DAY_S });
    const { expiresAt } = await readPublicKey(publicKey);
    expect(Math.abs(expiresAt!.getTime() - Date.now() - DAY_S * 1_000)).toBeLessThan(60_000);
  });

  it.each<[string, () => Promise<string> | string, RegExp]>([
    ['is no key', () => 'hello', /must be an armored/],
    ['is cut', () => gpg.publicKey.slice(0, 200), /must be an armored/],
    ['is damaged', () => gpg.publicKey.replace(/\n\n.{8}/, '\n\nAAAAAAAA'), /must be an armored/],
    ['is private', () => bia.privateKey.armor(), /private/],
    [
      'is private below another header',
      () => bia.privateKey.armor().replaceAll('PRIVATE', 'PUBLIC'),
      /private|armored/,
    ],
    ['are two', () => `${gpg.publicKey}\n${bia.publicKey}`, /one key/],
    ['is expired', async () => (await generate({ date: new Date(0), keyExpirationTime: DAY_S })).publicKey, /expired/],
    ['is revoked', revoked, /revoked/],
    ['is too long', () => `${'x'.repeat(100_000)}\n${gpg.publicKey}`, /at most/],
    ['has too many bits', hugeKey, /at most 8192 bits/],
  ])('is refused if it %s', async (_name, key, reason) => {
    await expect(readPublicKey(await key())).rejects.toThrow(reason);
  });
});

async function revoked(): Promise<string> {
  const { publicKey } = await openpgp.revokeKey({ key: (await generate()).privateKey, format: 'object' });
  return publicKey.armor();
}

/** Its numbers are none of a key; they are only long. */
async function hugeKey(): Promise<string> {
  const key = await openpgp.readKey({ armoredKey: gpg.publicKey });
  const subkey = key.subkeys[0]!.keyPacket as unknown as { publicParams: { n: Uint8Array } };
  subkey.publicParams.n = new Uint8Array(1_200).fill(0xff);
  return key.armor();
}
