import { GraphqlInput } from '#libs/core/graphql';
import { ListOf, MayBeAbsent, Text, TextList, Uuid } from '#libs/core/http';

const ADDRESS_MAX = 1_000;
const BODY_MAX = 1_048_576;
/** RFC 5322, 2.1.1: the length of a header line, less room for folding. */
const SUBJECT_MAX = 998;
export const MAX_RECIPIENTS = 100;
export const MAX_ATTACHMENTS = 20;

const recipients = { max: MAX_RECIPIENTS, itemMax: ADDRESS_MAX };

@GraphqlInput('MailAttachmentInput')
export class AttachmentRequest {
  @Text({ min: 1, max: 255, example: 'invoice.pdf' })
  filename: string;

  @Text({ min: 3, max: 250, description: 'A media type, optionally with parameters.', example: 'application/pdf' })
  content_type: string;

  @Text({
    max: BODY_MAX,
    pattern: /^[A-Za-z0-9+/]*={0,2}$/,
    form: 'must be base64 (RFC 4648, section 4) without line breaks',
    description: 'The content in base64.',
  })
  content: string;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: 240,
    pattern: /^[\x21-\x3b\x3d\x3f-\x7e]+$/,
    form: 'must be of ASCII characters, without blanks and angle brackets',
    description: 'For images that the HTML shows as cid:<content_id>.',
  })
  content_id?: string;
}

/** A message without its first recipients. */
class MessageRequest {
  @MayBeAbsent()
  @TextList(recipients)
  cc?: string[];

  @MayBeAbsent()
  @TextList({ ...recipients, description: 'They get the message; no header names them.' })
  bcc?: string[];

  @MayBeAbsent()
  @Text({ max: SUBJECT_MAX, example: 'Hello' })
  subject?: string;

  @MayBeAbsent()
  @Text({ max: BODY_MAX, example: 'Hello.' })
  text?: string;

  @MayBeAbsent()
  @Text({ max: BODY_MAX })
  html?: string;

  @MayBeAbsent()
  @ListOf(() => AttachmentRequest, { max: MAX_ATTACHMENTS })
  attachments?: AttachmentRequest[];
}

/** A message from a mailbox that the route names. */
export class SendFromMailboxRequest extends MessageRequest {
  @TextList({ min: 1, ...recipients, example: ['someone@example.test'] })
  to: string[];
}

/** The same, or a draft of the mailbox. */
@GraphqlInput('SendFromMailboxInput')
export class SendOrDraftRequest extends MessageRequest {
  @MayBeAbsent()
  @TextList({
    min: 1,
    ...recipients,
    example: ['someone@example.test'],
    description: 'Required, unless a draft is sent.',
  })
  to?: string[];

  @MayBeAbsent()
  @Text({
    min: 1,
    max: ADDRESS_MAX,
    description:
      'The address of the mailbox or of an identity, with or without a display name. Absent for the default.',
  })
  from?: string;

  @MayBeAbsent()
  @Uuid({ description: 'The draft that is sent, instead of all other fields.' })
  draft_id?: string;
}

/** A message with its sender. */
@GraphqlInput('SendMailInput')
export class SendEmailRequest extends SendFromMailboxRequest {
  @Text({
    min: 1,
    max: ADDRESS_MAX,
    example: 'hello@demo.test',
    description: 'The address of a mailbox of the account, with or without a display name.',
  })
  from: string;
}
