/** Enough of a SHA-256 that no other content of the same picture has it. */
const HASH_DIGITS = 16;

/** A name by content, so that what was fetched by it never changes; `label` is what the file is, such as its width. */
export const mediaFileName = (label: string, hash: string, extension: string): string =>
  `${label}-${hash.slice(0, HASH_DIGITS)}.${extension}`;

/** Path at which the runtime serves a file of a picture. */
export const mediaPath = (mediaId: string, name: string): string => `/_m/${mediaId}/${name}`;
