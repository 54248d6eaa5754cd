import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCertificate } from './certificate-files.js';
import { selfSigned } from './self-signed.js';

let dir: string;
beforeAll(() => (dir = mkdtempSync(join(tmpdir(), 'certificate-'))));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe('the certificate of a stack in development', () => {
  it('is for this machine, and signed by itself', () => {
    const certificate = new X509Certificate(selfSigned(90).cert);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect([certificate.checkHost('localhost'), certificate.checkIP('127.0.0.1')]).toEqual(['localhost', '127.0.0.1']);
    expect(certificate.checkHost('elsewhere.test')).toBeUndefined();
  });

  it('is trusted by a client that is given it, and by no other', async () => {
    const { cert, key } = selfSigned(90);
    const server = createServer({ cert, key }, (socket) => socket.end());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as { port: number };
    const dial = (options: object) =>
      new Promise((resolve) => {
        const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ...options }, () => {
          socket.destroy();
          resolve('trusted');
        });
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      });
    expect([await dial({ ca: cert }), await dial({})]).toEqual(['trusted', 'DEPTH_ZERO_SELF_SIGNED_CERT']);
    server.close();
  });

  it('stays at the next start, and is made anew before it ends or where it cannot be read', () => {
    const files = { cert: join(dir, 'tls', 'cert.pem'), key: join(dir, 'tls', 'key.pem') };
    const read = () => readFileSync(files.cert, 'utf8');
    ensureCertificate(files);
    const first = read();
    expect(statSync(files.key).mode & 0o777).toBe(0o600);
    ensureCertificate(files);
    expect(read()).toBe(first);
    const ending = selfSigned(20);
    writeFileSync(files.cert, ending.cert);
    ensureCertificate(files);
    expect(read()).not.toBe(ending.cert);
    writeFileSync(files.cert, 'no certificate');
    ensureCertificate(files);
    expect(new X509Certificate(read()).checkHost('localhost')).toBe('localhost');
  });
});
