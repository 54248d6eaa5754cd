/** Bytes of a whole message: those of Amazon SES, less what base64 adds. */
export const RAW_MAX_BYTES = 37_748_736;

/** A message whose MIME the sender wrote, on its way to the storage. */
export interface UnstoredRaw {
  content: Buffer;
}

/** A message whose MIME the sender wrote: a blob of the tenant, as it came. */
export interface StoredRaw {
  hash: string;
  bytes: number;
}

export type RawContent = UnstoredRaw | StoredRaw;

export const isStored = (raw: RawContent): raw is StoredRaw => 'hash' in raw;
