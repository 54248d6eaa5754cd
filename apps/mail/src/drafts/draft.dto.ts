import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Integer, MayBeAbsent, MayBeNull, Text, TextList, Uuid } from '#libs/core/http';
import { listOf } from '../list-of.js';
import { AttachmentObject } from '../messages/dto/message.object.js';
import { ONE_LINE } from '../one-line.js';
import type { DraftContent } from './draft.entity.js';
import type { WholeDraft } from './draft.repository.js';

const BODY_MAX = 1_048_576;
const recipients = { max: 100, itemMax: 1_000, description: 'As they are typed, valid or not.' };

/** Fields of a draft that a request may set. */
class DraftFields {
  @MayBeAbsent()
  @MayBeNull()
  @Text({
    max: 1_000,
    pattern: ONE_LINE,
    form: 'one line of text',
    description: 'The address of the mailbox or of an identity. Null for the default.',
  })
  from?: string | null;

  @MayBeAbsent()
  @TextList(recipients)
  to?: string[];

  @MayBeAbsent()
  @TextList(recipients)
  cc?: string[];

  @MayBeAbsent()
  @TextList(recipients)
  bcc?: string[];

  @MayBeAbsent()
  @Text({ max: 998, pattern: ONE_LINE, form: 'one line of text' })
  subject?: string;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: BODY_MAX })
  text?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: BODY_MAX, description: 'Stored sanitised. Its images may be attachments: cid:<content_id>.' })
  html?: string | null;
}

@GraphqlInput('CreateMailDraftInput')
export class CreateDraftRequest extends DraftFields {
  @MayBeAbsent()
  @Uuid({ description: 'The id of the message of the mailbox that it answers.' })
  in_reply_to?: string;
}

@GraphqlInput('UpdateMailDraftInput', 'What is absent stays.')
export class UpdateDraftRequest extends DraftFields {
  @Integer({ min: 1, max: 2_147_483_647, description: 'The version that is changed; 409 if there is a newer one.' })
  version: number;
}

@GraphqlObject('MailDraftSummary', 'A draft as lists show it.')
export class DraftSummaryObject {
  @ApiProperty({ format: 'uuid', description: 'Also of the message in the folder drafts.' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;

  @ApiProperty({ type: 'integer', description: 'Counts changes, from 1. Attachments are no part of it.' })
  version: number;

  @ApiProperty({ type: String, nullable: true, description: 'Null for the default.' })
  from: string | null;

  @ApiProperty({ type: [String] })
  to: string[];

  @ApiProperty({ type: [String] })
  cc: string[];

  @ApiProperty({ type: [String] })
  bcc: string[];

  @ApiProperty()
  subject: string;

  @ApiProperty({ description: 'The beginning of its text.' })
  snippet: string;

  @ApiProperty()
  has_attachments: boolean;

  @ApiProperty({ format: 'uuid' })
  thread_id: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;

  static of({ draft, message }: Omit<WholeDraft, 'attachments'>): DraftSummaryObject {
    const { from, to, cc, bcc, subject } = draft.content;
    return {
      id: draft.messageId,
      mailbox_id: draft.mailboxId,
      version: draft.version,
      from,
      to,
      cc,
      bcc,
      subject,
      snippet: message.snippet,
      has_attachments: message.hasAttachments,
      thread_id: message.threadId,
      updated_at: draft.updatedAt.toISOString(),
    };
  }
}

@GraphqlObject('MailDraft', 'A message that is being written.')
export class DraftObject extends DraftSummaryObject {
  @ApiProperty({ type: String, nullable: true })
  text: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Safe to show, but that it loads images of other servers.',
  })
  html: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The Message-ID that it answers.' })
  in_reply_to: string | null;

  @ApiProperty({ type: [AttachmentObject] })
  attachments: AttachmentObject[];

  static ofWhole({ draft, message, attachments }: WholeDraft): DraftObject {
    const { text, html, inReplyTo } = draft.content;
    return {
      ...DraftSummaryObject.of({ draft, message }),
      text,
      html,
      in_reply_to: inReplyTo,
      attachments: attachments.map((one) => AttachmentObject.of(one)),
    };
  }
}

const drafts = listOf('drafts', DraftSummaryObject, { max: 200 });

export class ListDraftsQuery extends drafts.Query {}

export class DraftPage extends drafts.Page {}

export class DraftAttachmentObject extends AttachmentObject {
  @ApiProperty({ format: 'uuid' })
  draft_id: string;

  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;
}

/** Converts the fields that a request has. */
export function toDraftChanges(request: DraftFields): Partial<DraftContent> {
  const { from, to, cc, bcc, subject, text, html } = request;
  const given = Object.entries({ from, to, cc, bcc, subject, text, html }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}
