import type { StoredAttachment } from '../messages/message.js';

/** A message that is still to be delivered, with everything that its mail is made of. */
export interface PendingEmail {
  id: string;
  environment: 'live' | 'test';
  sender: string;
  recipient: string;
  subject: string;
  templateId: string | null;
  createdAt: Date;
  text: string | null;
  html: string | null;
  to: string[];
  cc: string[];
  replyTo: string[];
  headers: Record<string, string> | null;
  attachments: StoredAttachment[] | null;
}

/** What came of one attempt. */
export type DeliveryOutcome =
  | { kind: 'sent'; detail: Record<string, unknown> }
  | { kind: 'failed'; reason: string; detail: Record<string, unknown> }
  | { kind: 'deferred'; reason: string; detail: Record<string, unknown> };

export interface Attempted {
  message: PendingEmail;
  outcome: DeliveryOutcome;
}
