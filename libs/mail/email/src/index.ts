/** Mail as built, signed, sent and received: DKIM, SMTP, reports of bounces. */

export { InvalidMail } from './mime/invalid-mail.js';
export { buildMessage } from './mime/message.js';
export type { OutgoingAttachment } from './mime/attachment.js';
export { isReservedHeader } from './mime/custom-headers.js';
export { hasHeaderInjection } from './mime/header.js';
export { type HeaderLines, splitHeader, unfolded } from './mime/header-lines.js';
export { domainOf, mailboxText, parseMailbox } from './mime/mailbox.js';
export type { Mailbox } from './mime/mailbox.js';
export {
  completeRawMessage,
  rawAuthor,
  type RawCompletion,
  type RawField,
  type RawMessage,
  readRawMessage,
} from './mime/raw-message.js';
export { withAsciiHeaders } from './mime/ascii-headers.js';
export { maskedAddress } from './mime/masked-address.js';
export { DkimKey } from './dkim/key.js';
export { dkimRecord, dkimRecordName, generateDkimKeyPair } from './dkim/key-pair.js';
export type { DkimKeyType } from './dkim/key-pair.js';
export { dkimSign } from './dkim/sign.js';
export { arcSeal, type ArcSeal } from './dkim/arc-seal.js';
export { isRewritten, type KeyedHashes, SenderRewriting } from './srs/sender-rewriting.js';
export { withCrlfLines } from './line-endings.js';
export { SmtpFailure, type SmtpStage } from './smtp/failure.js';
export { SmtpPool } from './smtp/pool.js';
export type { SmtpTimeouts } from './smtp/options.js';
export { buildUndeliveredReport, type UndeliveredRecipient } from './reports/build-undelivered.js';
export { bounceTypeOf } from './reports/refusal.js';
export { parseReport } from './reports/parse-report.js';
export { MAX_REPORT_BYTES } from './reports/report-mail.js';
export type { ComplaintReport, DeliveryReport, MailReport, RecipientReport, ReportedAction } from './reports/report.js';
export { rewriteHtml } from './html/rewrite-html.js';
export { mailSandboxOutcome, type MailSandboxOutcome } from './sandbox/recipients.js';
export { mailSandboxReport, type MailSandboxReported } from './sandbox/report.js';
export { CertificateFiles } from './listener/certificate-files.js';
export { readBeginning } from './listener/read-beginning.js';
export { SmtpListener } from './listener/smtp-listener.js';
export type { SmtpListenerOptions } from './listener/smtp-listener-options.js';
export type {
  ReceivedMessage,
  SmtpAuthentication,
  SmtpLogin,
  SmtpReceiver,
  SmtpTransaction,
  SubmittedMessage,
} from './listener/smtp-receiver.js';
export { SmtpRejection } from './listener/smtp-rejection.js';
export { type PassageOptions, PassageLost, SmtpPassage } from './passing/smtp-passage.js';
