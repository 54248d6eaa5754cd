/** A negative reply of our SMTP server. */
export class SmtpRejection extends Error {
  override readonly name = 'SmtpRejection';

  /** @param responseCode 4xx: the sender retries; 5xx: it does not. The text begins with the enhanced status code. */
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}
