/** Content could not be scanned. A later attempt may succeed. */
export class AntivirusUnavailable extends Error {
  constructor(cause: unknown) {
    super('The virus scanner is not available', { cause });
    this.name = 'AntivirusUnavailable';
  }
}
