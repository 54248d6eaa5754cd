import type { DkimKeyType } from '#libs/mail/email';
import type { ClaimedDomain } from '../claimed-domain.js';
import type { SigningKeyColumns } from './signing-key-columns.js';

export const KEY_STATES = ['pending', 'active', 'retiring'] as const;

/** A key is pending until its record is found, then active, and retiring once another key replaces it. */
export type KeyState = (typeof KEY_STATES)[number];

/** The keys of each domain: RSA, which every receiver supports, and Ed25519, which is small. */
export const KEY_TYPES: readonly DkimKeyType[] = ['rsa-2048', 'ed25519'];

/** How long a retired key is listed: mail that it signed may still be in transit. */
export const RETIRING_DAYS = 7;

/** A DKIM key of a domain as it is shown: its public half and its state. */
export type PublishedKey = Pick<
  SigningKeyColumns,
  'selector' | 'algorithm' | 'publicKey' | 'createdAt' | 'retiredAt'
> & { state: KeyState };

/** A domain with its keys, oldest first. */
export type KeyedDomain<D extends ClaimedDomain = ClaimedDomain> = D & { keys: PublishedKey[] };

type KeyColumns = Pick<
  SigningKeyColumns,
  'selector' | 'algorithm' | 'publicKey' | 'createdAt' | 'retiredAt' | 'active'
>;

export function publishedKey(key: KeyColumns): PublishedKey {
  const { selector, algorithm, publicKey, createdAt, retiredAt, active } = key;
  const state = active ? 'active' : retiredAt === null ? 'pending' : 'retiring';
  return { selector, algorithm, publicKey, createdAt, retiredAt, state };
}
