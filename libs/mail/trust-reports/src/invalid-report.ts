/** Input that is no report, or is made to break its readers. The message is for operators. */
export class InvalidReport extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'InvalidReport';
  }
}
