import type { StoredAttachment } from '../attachments/attachment.js';

export const CHANNELS = ['email', 'sms', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/** A message as lists show it. */
export interface Message {
  id: string;
  channel: Channel;
  status: string;
  environment: 'live' | 'test';
  sender: string;
  recipient: string;
  subject: string;
  templateId: string | null;
  tags: Record<string, string> | null;
  error: string | null;
  createdAt: Date;
  updatedAt: Date;
  scheduledAt: Date | null;
  sentAt: Date | null;
}

export interface MessageContent {
  text: string | null;
  html: string | null;
  to: string[];
  cc: string[];
  replyTo: string[];
  headers: Record<string, string> | null;
  attachments: StoredAttachment[] | null;
  /** What the channel carries beside text: the data of a push. */
  data: Record<string, unknown> | null;
}

export interface MessageEvent {
  id: string;
  type: string;
  occurredAt: Date;
  detail: Record<string, unknown> | null;
}

/** A message with its content and timeline. */
export interface MessageDetail {
  message: Message;
  content: MessageContent;
  events: MessageEvent[];
}
