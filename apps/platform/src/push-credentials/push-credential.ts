import {
  parseApnsPrivateKey,
  parseTenantAccount,
  parseVapidKeys,
  type ServiceAccount,
  type VapidKeys,
} from '#libs/messaging/push';

export type ApnsEnvironment = 'production' | 'development';

export interface ApnsCredential {
  teamId: string;
  keyId: string;
  privateKey: string;
  bundleId: string;
  environment: ApnsEnvironment;
}

export interface VapidCredential extends VapidKeys {
  subject: string;
}

/** The secret of each kind of credential, as it is sealed. */
export interface CredentialSecrets {
  fcm: ServiceAccount;
  apns: ApnsCredential;
  vapid: VapidCredential;
}

/** A validated credential. */
export interface NewCredential<K extends keyof CredentialSecrets = keyof CredentialSecrets> {
  kind: K;
  secret: CredentialSecrets[K];
  fingerprint: string;
}

/** @throws InvalidCredential */
export function fcmCredential(serviceAccount: Readonly<Record<string, unknown>>): NewCredential<'fcm'> {
  const { account, fingerprint } = parseTenantAccount(serviceAccount);
  return { kind: 'fcm', secret: account, fingerprint };
}

/** @throws InvalidCredential */
export function apnsCredential(given: ApnsCredential): NewCredential<'apns'> {
  const { privateKey, fingerprint } = parseApnsPrivateKey(given.privateKey);
  return { kind: 'apns', secret: { ...given, privateKey }, fingerprint };
}

/** @throws InvalidCredential */
export function vapidCredential({ subject, ...given }: VapidCredential): NewCredential<'vapid'> {
  const { keys, fingerprint } = parseVapidKeys(given);
  return { kind: 'vapid', secret: { ...keys, subject }, fingerprint };
}
