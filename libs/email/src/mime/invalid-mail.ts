/**
 * A mail that must not be built as it stands: a header that would inject another one, an address that is none, a
 * header that only the builder may write. `field` names the part of the mail that is wrong (`from`, `to[2]`,
 * `headers.X-Campaign`), so that an interface can tell its caller where to look.
 */
export class InvalidMail extends Error {
  constructor(
    readonly field: string,
    readonly reason: string,
  ) {
    super(`${field}: ${reason}`);
    this.name = 'InvalidMail';
  }
}
