import type { ReportMail } from './report-mail.js';

/** Local parts of the senders of bounces. */
const DAEMON =
  /^(?:mailer-?daemon|mailerdaemon|post-?_?master|mail-?daemon|bounces?\w*|mdaemon|mmdf|noreply-mail-daemon|mail-?delivery\w*|double-bounce|auto-?report|mailsystem|system-?admin\w*|sysadmin|amavis)(?:[+@.-]|$)/;
const DAEMON_NAME =
  /mailer[- ]?daemon|mail delivery (?:sub)?system|mail delivery|system administrator|postmaster|delivery system|mail administrator|internet mail delivery/i;

/** Whether an address (in lower case) is that of a mail server itself. */
export const isDaemon = (address: string): boolean => DAEMON.test(address);

/** Whether From names a mail server, by its address or its name. */
export const isFromDaemon = ({ from, headers }: ReportMail): boolean =>
  isDaemon(from) || DAEMON_NAME.test(headers.get('from')?.slice(0, 300) ?? '');

/** Whether a mail comes from a program: by its sender, or by its empty return path (automatic answers have one, too). */
export const isFromServer = (mail: ReportMail): boolean =>
  isFromDaemon(mail) || isReport(mail) || mail.headers.get('return-path')?.trim() === '<>';

/** Whether a mail calls itself a report on a delivery, whoever sends it. */
export const isReport = ({ headers }: ReportMail): boolean =>
  /report-type\s?=\s?"?delivery-status/i.test(headers.get('content-type') ?? '');

/** Whether a filter of the recipient's mailbox refused the mail (RFC 5429), in a mail or a receipt. */
export const isFilterRefusal = ({ headers, lines, parts }: ReportMail): boolean =>
  /^\s*auto-replied\s?\(reject/i.test(headers.get('auto-submitted') ?? '') ||
  (parts('message/disposition-notification').some((part) => /automatic-action[^;]{0,60};\s?deleted/i.test(part)) &&
    lines.some((line) => /automatically rejected|was (?:refused|rejected)/i.test(line)));
