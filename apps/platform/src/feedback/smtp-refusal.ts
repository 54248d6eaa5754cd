/** A negative reply of our SMTP server. */
export class SmtpRefusal extends Error {
  override readonly name = 'SmtpRefusal';

  /** @param responseCode the reply code; the text begins with the enhanced code */
  constructor(
    readonly responseCode: number,
    text: string,
  ) {
    super(text);
  }
}
