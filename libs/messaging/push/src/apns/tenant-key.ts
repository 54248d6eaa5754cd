import { InvalidCredential } from '../invalid-credential.js';
import { fingerprintOf, parsePrivateKey, toPkcs8 } from '../private-key.js';

/** Validates the text of a .p8 file. Returns the key as PKCS #8, PEM. @throws InvalidCredential */
export function parseApnsPrivateKey(pem: string): { privateKey: string; fingerprint: string } {
  const key = parsePrivateKey(pem);
  if (key?.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new InvalidCredential('PrivateKey', 'must be the text of a .p8 file: a key on P-256, as PEM');
  }
  return { privateKey: toPkcs8(key), fingerprint: fingerprintOf(key) };
}
