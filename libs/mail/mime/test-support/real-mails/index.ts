import { BODY_MAILS } from './bodies.js';
import { CHARSET_MAILS } from './charsets.js';
import { FILE_MAILS } from './files.js';
import { HEADER_MAILS } from './headers.js';
import type { RealMail } from './real-mail.js';

export type { RealMail, Shown } from './real-mail.js';

/** Messages as people get them, by what is hard about them. */
export const REAL_MAILS: readonly { about: string; mails: readonly RealMail[] }[] = [
  { about: 'charsets', mails: CHARSET_MAILS },
  { about: 'names, subjects and dates', mails: HEADER_MAILS },
  { about: 'texts', mails: BODY_MAILS },
  { about: 'files', mails: FILE_MAILS },
];
