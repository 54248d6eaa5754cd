/**
 * A mail cannot be built: header injection, an invalid address, or a reserved header. `field` is the path of the invalid
 * part (`from`, `to[2]`, `headers.X-Campaign`).
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
