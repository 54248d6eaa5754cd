/** What the functions of this lib throw. Messages never hold a key, a plaintext or a sealed text. */
export class SecretError extends Error {
  override name = 'SecretError';
}

/** The configured master keys cannot be used; the message names the position in the list and what is wrong there. */
export class InvalidKeyRing extends SecretError {
  override name = 'InvalidKeyRing';
}

/** The text was sealed under a master key that is not configured (any more). Configure it again to read the text. */
export class UnknownKeyId extends SecretError {
  override name = 'UnknownKeyId';

  constructor(readonly keyId: string) {
    super(`No master key with the id ${keyId} is configured`);
  }
}

/** The text is not one that we sealed for this tenant and purpose: altered, cut, or sealed for another. */
export class BrokenSeal extends SecretError {
  override name = 'BrokenSeal';

  constructor(options?: ErrorOptions) {
    super('The sealed text was altered, or was sealed for another tenant or purpose', options);
  }
}
