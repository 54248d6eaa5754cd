import type { AttachmentMeta, ParsedMessage } from '#libs/mail/mime';

/** `spam` belongs into the folder of spam; `reject` is so bad that it may be refused. */
export type SpamAction = 'none' | 'spam' | 'reject';

/** Judgement of a filter on a message. */
export interface SpamVerdict {
  score: number;
  /** From this score on it is spam. */
  required: number;
  action: SpamAction;
  /** The names of the rules that held, the gravest first. */
  symbols: string[];
  /** Amount that each of them added to the score. */
  scores: Record<string, number>;
  /** Who judged. */
  judge: 'rspamd' | 'rules';
}

/** Outcomes by RFC 8601, such as `pass`, `fail`, `softfail` or `none`. */
export interface SenderResults {
  spf: string;
  dkim: string;
  dmarc: string;
}

/** A message that is judged. */
export interface JudgedMessage {
  content: Omit<ParsedMessage<unknown>, 'attachments'>;
  attachments: readonly Pick<AttachmentMeta, 'fileName' | 'contentType'>[];
  /** Length of the raw message. */
  bytes: number;
  /** Opens the raw message; called only if a server judges it. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** Facts about a message beside its content. */
export interface SpamContext {
  /** IP address of the client. */
  ip?: string;
  /** Name that the client gave itself. */
  helo?: string;
  /** Sender of the envelope; '' for a bounce. */
  envelopeFrom: string;
  /** Recipients of the envelope. */
  recipients: readonly string[];
  sender: SenderResults;
}

/** From this score on a message is spam, as Rspamd's `add header`. */
export const SPAM_SCORE = 6;
/** From this score on it may be refused, as Rspamd's `reject`. */
export const REJECT_SCORE = 15;

export function actionOf(score: number): SpamAction {
  if (score >= REJECT_SCORE) return 'reject';
  return score >= SPAM_SCORE ? 'spam' : 'none';
}
