/** A negative reply of our SMTP server. */
export class SmtpRejection extends Error {
  override readonly name = 'SmtpRejection';

  /** @param responseCode 4xx: the sender may try again; 5xx: it may not. The text begins with the enhanced code. */
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}
