import { generateKeyPairSync } from 'node:crypto';
import { selfSignedCertificate } from '#libs/core/secrets';

const DAY_MS = 86_400_000;

export interface SelfSigned {
  /** PEM */
  cert: string;
  /** PEM */
  key: string;
}

/** Makes a certificate (X.509) for `localhost` and 127.0.0.1, which signs itself: a client that is given it trusts it. */
export function selfSigned(days: number, now = new Date()): SelfSigned {
  const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const cert = selfSignedCertificate({
    keys,
    commonName: 'localhost',
    hosts: ['localhost'],
    addresses: ['127.0.0.1'],
    from: new Date(now.getTime() - DAY_MS),
    until: new Date(now.getTime() + days * DAY_MS),
  });
  return { cert, key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}
