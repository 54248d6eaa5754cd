import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { selfSigned } from './self-signed.js';

export interface CertificateFiles {
  cert: string;
  key: string;
}

const DAYS = 825;
/** A certificate that ends sooner is replaced. */
const LEAST_DAYS = 30;
const DAY_MS = 86_400_000;

/** Makes a certificate for the SMTP servers of this machine, unless there is one that goes on being valid. */
export function ensureCertificate({ cert, key }: CertificateFiles): void {
  if (existsSync(key) && existsSync(cert) && lasts(cert)) return;
  const made = selfSigned(DAYS);
  mkdirSync(dirname(cert), { recursive: true });
  writeFileSync(key, made.key, { mode: 0o600 });
  writeFileSync(cert, made.cert);
}

function lasts(cert: string): boolean {
  try {
    return Date.parse(new X509Certificate(readFileSync(cert)).validTo) - Date.now() > LEAST_DAYS * DAY_MS;
  } catch {
    return false;
  }
}
