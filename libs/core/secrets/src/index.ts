/** Sealed secrets, keys for them, tokens and hashes. */

export { BrokenSeal, UnknownKeyId } from './errors.js';
export { type CertificateRequest, selfSignedCertificate } from './certificates/self-signed.js';
export { DataKey } from './data-key.js';
export { constantTimeEquals, randomHex, randomToken, sha256Hex } from './hashing.js';
export { KeyRing } from './key-ring.js';
export { SecretBox } from './secret-box.js';
