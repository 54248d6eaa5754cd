/** There is no blob under this key. */
export class BlobNotFound extends Error {
  override readonly name = 'BlobNotFound';
}

/** The content has more bytes than the caller allows; nothing was kept. */
export class BlobTooLarge extends Error {
  override readonly name = 'BlobTooLarge';
  readonly statusCode = 413;
  readonly expose = true;

  constructor(readonly maxBytes: number) {
    super(`The content has more than ${maxBytes} bytes`);
  }
}

/** The storage is unreachable, full or rejected the call. The HTTP layer answers it with 503. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly statusCode = 503;
  readonly expose = true;

  constructor(cause: unknown) {
    super('The storage is not available', { cause });
  }
}
