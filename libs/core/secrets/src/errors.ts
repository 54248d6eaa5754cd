/** Base class of the errors of this lib. Messages contain no key, plaintext or sealed text. */
export class SecretError extends Error {
  override name = 'SecretError';
}

/** The configured master keys are invalid; the message names the position in the list and the fault. */
export class InvalidKeyRing extends SecretError {
  override name = 'InvalidKeyRing';
}

/** The text was sealed under a master key that is not configured. Configure that key to read the text. */
export class UnknownKeyId extends SecretError {
  override name = 'UnknownKeyId';

  constructor(readonly keyId: string) {
    super(`No master key with the id ${keyId} is configured`);
  }
}

/** The text was altered or cut, or was sealed for another tenant or purpose. */
export class BrokenSeal extends SecretError {
  override name = 'BrokenSeal';

  constructor(options?: ErrorOptions) {
    super('The sealed text was altered, or was sealed for another tenant or purpose', options);
  }
}
