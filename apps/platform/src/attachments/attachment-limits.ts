/** Bytes of all attachments of an e-mail together: what the large providers take, 25 MiB. */
export const ATTACHMENTS_MAX_BYTES = 26_214_400;
export const FILE_NAME_MAX = 255;
