/** A credential of a push service is invalid. `field` names the part; the message continues a sentence and quotes nothing. */
export class InvalidCredential extends Error {
  override name = 'InvalidCredential';

  constructor(
    readonly field: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
