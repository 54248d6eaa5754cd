/** Keys and signatures of OpenPGP. */

export { InvalidPublicKey, PUBLIC_KEY_MAX, type PublicKeyInfo, readPublicKey, type PgpUserId } from './public-key.js';
export { findSigned, type SignedContent } from './signed-content.js';
export { verifySigned } from './verify.js';
