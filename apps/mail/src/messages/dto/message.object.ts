import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { MessageAttachment } from '../message-attachment.entity.js';
import type { MessageAddress, MessageOrigin, QuarantineReason, ScanVerdict } from '../message-values.js';
import type { LabelledMessage, WholeMessage } from '../messages.service.js';

const ORIGINS: readonly MessageOrigin[] = ['received', 'sent', 'draft', 'imported'];
const VERDICTS: readonly ScanVerdict[] = ['clean', 'infected', 'unscanned'];
const REASONS: readonly QuarantineReason[] = ['infected', 'signature'];

@GraphqlObject('MailAddress')
export class MessageAddressObject {
  @ApiProperty({ example: 'Ana Lima', description: 'Empty without one.' })
  name: string;

  @ApiProperty({ example: 'ana@shop.test' })
  address: string;
}

@GraphqlObject('MailMessage', 'A message as lists show it.')
export class MessageObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  mailbox_id: string;

  @ApiProperty({ format: 'uuid' })
  folder_id: string;

  @ApiProperty({ format: 'uuid', description: 'Of two threads that a later message ties together one is left.' })
  thread_id: string;

  @ApiProperty({ enum: ORIGINS })
  origin: MessageOrigin;

  @ApiProperty({ type: String, nullable: true, description: 'Without its angle brackets.' })
  message_id: string | null;

  @ApiProperty({ example: 'Your order' })
  subject: string;

  @ApiProperty({ type: MessageAddressObject, nullable: true })
  from: MessageAddress | null;

  @ApiProperty({ type: [MessageAddressObject] })
  to: MessageAddress[];

  @ApiProperty({ type: [MessageAddressObject] })
  cc: MessageAddress[];

  @ApiProperty({ description: 'The beginning of its text.' })
  snippet: string;

  @ApiProperty({ format: 'date-time', description: 'When it was received or sent; lists are in this order.' })
  date: string;

  @ApiProperty({ description: 'Whether it is read.' })
  lida: boolean;

  @ApiProperty({ description: 'Whether it is starred.' })
  favorita: boolean;

  @ApiProperty()
  has_attachments: boolean;

  @ApiProperty({ type: 'integer', description: 'Bytes of the raw message.' })
  size: number;

  @ApiProperty({ type: [String], description: 'The ids of its labels.' })
  label_ids: string[];

  @ApiProperty({ enum: VERDICTS, description: 'Unscanned where there is no scanner.' })
  scan_verdict: ScanVerdict;

  @ApiProperty({ type: String, enum: REASONS, nullable: true, description: 'Why it is, or was, in quarantine.' })
  quarantine_reason: QuarantineReason | null;

  static of({ message, labelIds }: LabelledMessage): MessageObject {
    return {
      id: message.id,
      mailbox_id: message.mailboxId,
      folder_id: message.folderId,
      thread_id: message.threadId,
      origin: message.origin,
      message_id: message.messageId,
      subject: message.subject,
      from: message.from,
      to: message.to,
      cc: message.cc,
      snippet: message.snippet,
      date: message.sortedAt.toISOString(),
      lida: message.isRead,
      favorita: message.isStarred,
      has_attachments: message.hasAttachments,
      size: message.bytes,
      label_ids: labelIds,
      scan_verdict: message.scanVerdict,
      quarantine_reason: message.quarantineReason,
    };
  }
}

@GraphqlObject('MailAttachment', 'A file of a message.')
export class AttachmentObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'invoice.pdf' })
  filename: string;

  @ApiProperty({ example: 'application/pdf' })
  content_type: string;

  @ApiProperty({ type: 'integer', description: 'Bytes, decoded.' })
  size: number;

  @ApiProperty({ type: String, nullable: true, description: 'By which the HTML refers to it.' })
  content_id: string | null;

  @ApiProperty({ description: 'Whether it is shown within the text.' })
  inline: boolean;

  @ApiProperty({ enum: VERDICTS })
  scan_verdict: ScanVerdict;

  static of({
    id,
    fileName,
    contentType,
    bytes,
    contentId,
    isInline,
    scanVerdict,
  }: MessageAttachment): AttachmentObject {
    return {
      id,
      filename: fileName,
      content_type: contentType,
      size: bytes,
      content_id: contentId,
      inline: isInline,
      scan_verdict: scanVerdict,
    };
  }
}

@GraphqlObject('MailSenderVerdicts', 'What checks of its sender found.')
export class SenderVerdictsObject {
  @ApiProperty({ example: 'pass' })
  spf: string;

  @ApiProperty({ example: 'pass' })
  dkim: string;

  @ApiProperty({ example: 'pass' })
  dmarc: string;

  @ApiProperty({ example: 'none' })
  arc: string;
}

@GraphqlObject('WholeMailMessage', 'A message with its text.')
export class WholeMessageObject extends MessageObject {
  @ApiProperty({ type: [MessageAddressObject] })
  bcc: MessageAddress[];

  @ApiProperty({ type: [MessageAddressObject] })
  reply_to: MessageAddress[];

  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'What its header says.' })
  header_date: string | null;

  @ApiProperty({ description: 'The text, or that of the HTML if there is none.' })
  text: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Safe to show; null if there is none. Images that came with it are addresses of attachments.',
  })
  html: string | null;

  @ApiProperty({ description: 'Whether the HTML has images of other servers that are left out.' })
  has_remote_images: boolean;

  @ApiProperty({ description: 'Whether the end of the HTML is left out, for its length. The raw message has it.' })
  html_clipped: boolean;

  @ApiProperty({ type: String, nullable: true, description: 'The id of the mailing list that it came by.' })
  list_id: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The sender in the envelope; empty for a bounce.' })
  envelope_from: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The address for which it is in this mailbox.' })
  envelope_to: string | null;

  @ApiProperty({ type: SenderVerdictsObject, nullable: true, description: 'Of a received message.' })
  authentication: SenderVerdictsObject | null;

  @ApiProperty({ type: Number, nullable: true, description: 'Of a received message.' })
  spam_score: number | null;

  @ApiProperty({ type: [AttachmentObject] })
  attachments: AttachmentObject[];

  static ofWhole({ message, labelIds, content, attachments, display }: WholeMessage): WholeMessageObject {
    return {
      ...MessageObject.of({ message, labelIds }),
      bcc: message.bcc,
      reply_to: message.replyTo,
      header_date: message.datedAt?.toISOString() ?? null,
      text: content.text,
      html: display?.html ?? null,
      has_remote_images: display?.hasRemoteImages ?? false,
      html_clipped: display?.isClipped ?? false,
      list_id: message.listId,
      envelope_from: message.envelopeFrom,
      envelope_to: message.envelopeTo,
      authentication: message.authentication,
      spam_score: message.spam?.score ?? null,
      attachments: attachments.map((one) => AttachmentObject.of(one)),
    };
  }
}
