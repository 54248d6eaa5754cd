import type { Key } from 'openpgp';
import { openpgp } from './openpgp.js';

/** Characters of an armored key: those of people have a few thousand, with many certifications some ten thousand. */
export const PUBLIC_KEY_MAX = 100_000;

/** Subkeys and user ids, each of which costs a verification. */
const PARTS_MAX = 50;
const BITS_MAX = 8_192;
const USER_ID_MAX = 500;

export interface PgpUserId {
  /** Such as `Ana Lima <ana@example.com>`. */
  text: string;
  /** In lower case; null if it names none. */
  email: string | null;
}

export interface PublicKeyInfo {
  /** The key alone, armored anew. */
  armored: string;
  /** Fingerprint of the primary key, in upper case hexadecimal. */
  fingerprint: string;
  /** User ids that the key itself certifies, the primary one first. */
  userIds: PgpUserId[];
  /** Null if it does not expire. */
  expiresAt: Date | null;
}

/** The message goes on after the name of what holds the key: `is expired`. */
export class InvalidPublicKey extends Error {
  override name = 'InvalidPublicKey';
}

/** Reads one armored public key (RFC 9580). @throws InvalidPublicKey also for one that is expired or revoked */
export async function readPublicKey(text: string): Promise<PublicKeyInfo> {
  if (text.length > PUBLIC_KEY_MAX) throw new InvalidPublicKey(`must have at most ${PUBLIC_KEY_MAX} characters`);
  if (/-----BEGIN PGP PRIVATE KEY/i.test(text)) throw privateKey();
  const key = await parse(text);
  checkSize(key);
  await checkValidity(key);
  const expiresAt = await key.getExpirationTime();
  return {
    armored: key.armor(),
    fingerprint: key.getFingerprint().toUpperCase(),
    userIds: await userIdsOf(key),
    expiresAt: expiresAt instanceof Date ? expiresAt : null,
  };
}

async function parse(text: string): Promise<Key> {
  if ((text.match(/-----BEGIN PGP/g) ?? []).length > 1) throw severalKeys();
  const keys = await openpgp()
    .readKeys({ armoredKeys: text })
    .catch((cause: unknown) => {
      throw new InvalidPublicKey('must be an armored OpenPGP public key', { cause });
    });
  if (keys.length > 1) throw severalKeys();
  const [key] = keys;
  if (!key) throw new InvalidPublicKey('must be an armored OpenPGP public key');
  // Secret packets below a header that says otherwise.
  if (key.isPrivate()) throw privateKey();
  return key;
}

function checkSize(key: Key): void {
  if (key.subkeys.length > PARTS_MAX || key.users.length > PARTS_MAX) {
    throw new InvalidPublicKey(`must have at most ${PARTS_MAX} subkeys and ${PARTS_MAX} user ids`);
  }
  const isHuge = key.getKeys().some((one) => (one.getAlgorithmInfo().bits ?? 0) > BITS_MAX);
  if (isHuge) throw new InvalidPublicKey(`must have at most ${BITS_MAX} bits`);
}

async function checkValidity(key: Key): Promise<void> {
  if (await key.isRevoked().catch(() => false)) throw new InvalidPublicKey('is revoked');
  const expiresAt = await key.getExpirationTime().catch(() => null);
  if (expiresAt instanceof Date && expiresAt.getTime() <= Date.now()) throw new InvalidPublicKey('is expired');
  await key.verifyPrimaryKey().catch((cause: unknown) => {
    throw new InvalidPublicKey('has no valid signature of itself', { cause });
  });
}

async function userIdsOf(key: Key): Promise<PgpUserId[]> {
  const { user: primary } = await key.getPrimaryUser().catch((cause: unknown) => {
    throw new InvalidPublicKey('has no valid user id', { cause });
  });
  const valid = [primary];
  for (const user of key.users) {
    if (user === primary || !user.userID) continue;
    if (await user.verify().catch(() => false)) valid.push(user);
  }
  return valid.flatMap(({ userID }) => {
    if (!userID) return [];
    const text = userID.userID.replaceAll(/[\p{Cc}\p{Surrogate}]+/gu, ' ').trim();
    return [{ text: text.slice(0, USER_ID_MAX), email: userID.email?.toLowerCase() || null }];
  });
}

const privateKey = () => new InvalidPublicKey('holds a private key: export the public key alone');
const severalKeys = () => new InvalidPublicKey('must be one key');
