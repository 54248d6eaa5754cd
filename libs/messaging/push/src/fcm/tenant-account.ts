import { InvalidCredential } from '../invalid-credential.js';
import { fingerprintOf, parsePrivateKey, toPkcs8 } from '../private-key.js';
import type { ServiceAccount } from './service-account.js';

/** URLs at which Google issues tokens. We request no other one for an account that a tenant set. */
const TOKEN_URIS: readonly unknown[] = [
  'https://oauth2.googleapis.com/token',
  'https://accounts.google.com/o/oauth2/token',
  'https://www.googleapis.com/oauth2/v4/token',
];

/** The id becomes a part of the path. `example.com:project` belongs to a domain. */
const PROJECT_ID = /^(?:[a-z0-9.-]{1,63}:)?[a-z][a-z0-9-]{4,61}[a-z0-9]$/;
const CLIENT_EMAIL = /^[a-z0-9._-]{1,100}@[a-z0-9.-]{1,200}$/i;
const MIN_BITS = 2_048;
const MAX_BITS = 4_096;

/** Validates a service account that a user gave, without trusting its URLs. @throws InvalidCredential */
export function parseTenantAccount(fields: Readonly<Record<string, unknown>>): {
  account: ServiceAccount;
  fingerprint: string;
} {
  const tokenUri = fields['token_uri'] ?? TOKEN_URIS[0];
  if (!TOKEN_URIS.includes(tokenUri)) {
    throw new InvalidCredential('token_uri', `must be ${String(TOKEN_URIS[0])}`);
  }
  const projectId = matching(fields, 'project_id', PROJECT_ID, 'must be the id of a Firebase project');
  const clientEmail = matching(fields, 'client_email', CLIENT_EMAIL, 'must be the e-mail address of a service account');
  const key = parsePrivateKey(String(fields['private_key'] ?? ''));
  const bits = key?.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0;
  if (!key || bits < MIN_BITS || bits > MAX_BITS) {
    throw new InvalidCredential('private_key', `must be an RSA key of ${MIN_BITS} to ${MAX_BITS} bits, as PEM`);
  }
  const account = { projectId, clientEmail, privateKey: toPkcs8(key), tokenUri: tokenUri as string };
  return { account, fingerprint: fingerprintOf(key) };
}

function matching(fields: Readonly<Record<string, unknown>>, name: string, pattern: RegExp, otherwise: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || !pattern.test(value)) throw new InvalidCredential(name, otherwise);
  return value;
}
