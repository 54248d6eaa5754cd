import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { RENEWED, TLS_CERTIFICATE, TLS_KEY } from '../../test-support/tls.js';
import { CertificateFiles } from './certificate-files.js';
import { SmtpListener } from './smtp-listener.js';

const EVERY_MS = 20;

let folder: string;
let listener: SmtpListener | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  write({ cert: TLS_CERTIFICATE, key: TLS_KEY });
});
afterEach(async () => {
  await listener?.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);

/** Replaces files as programs that renew certificates do. */
function write(files: { cert?: string; key?: string }): void {
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(at(`${name}.next`), text);
    renameSync(at(`${name}.next`), at(name));
  }
}

async function listen(implicitTls: boolean): Promise<void> {
  const tls = await CertificateFiles.read(at('cert'), at('key'), EVERY_MS);
  const receiver = { rejectRecipient: () => undefined, receive: async () => undefined };
  listener = new SmtpListener(
    { host: '127.0.0.1', port: 0, name: 'mx.test', maxBytes: 1_000, tls, implicitTls },
    receiver,
  );
  await listener.start();
}

/** The name in the certificate that a new connection is shown. */
async function shown(implicitTls: boolean): Promise<string> {
  const socket = implicitTls
    ? connect({ port: listener!.port!, host: '127.0.0.1', rejectUnauthorized: false })
    : await upgraded();
  if (implicitTls) await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
}

async function upgraded(): Promise<TLSSocket> {
  const socket = connectPlain(listener!.port!, '127.0.0.1');
  await once(socket, 'data');
  for (const line of ['EHLO client.test', 'STARTTLS']) {
    socket.write(`${line}\r\n`);
    await once(socket, 'data');
  }
  const secure = connect({ socket, rejectUnauthorized: false });
  await once(secure, 'secureConnect');
  return secure;
}

describe.each([
  ['STARTTLS', false],
  ['TLS from the start', true],
])('a listener with %s', (_name, implicitTls) => {
  it('shows a renewed certificate to new connections, without a restart', async () => {
    await listen(implicitTls);
    expect(await shown(implicitTls)).toBe('Test mail server');
    write(RENEWED);
    await waitUntil(async () => (await shown(implicitTls)) === 'Renewed mail server');
  });
});

describe('a certificate that is not usable', () => {
  it('is left out, until its key is there', async () => {
    await listen(true);
    write({ cert: RENEWED.cert });
    for (let look = 0; look < 5; look += 1) expect(await shown(true)).toBe('Test mail server');
    write({ key: RENEWED.key });
    await waitUntil(async () => (await shown(true)) === 'Renewed mail server');
  });

  it('keeps a listener from starting', async () => {
    write({ cert: RENEWED.cert });
    await expect(CertificateFiles.read(at('cert'), at('key'))).rejects.toThrow();
    await expect(CertificateFiles.read(at('cert'), at('none'))).rejects.toThrow('ENOENT');
  });
});
