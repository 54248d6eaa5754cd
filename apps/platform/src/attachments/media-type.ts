import mimeTypes from 'mime-types';

/** Media type of a file by the end of its name, for clients that send none. */
export const mediaTypeOf = (fileName: string): string => mimeTypes.lookup(fileName) || 'application/octet-stream';
