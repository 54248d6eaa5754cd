import { GraphqlInput } from '#libs/core/graphql';
import {
  Flag,
  FreeObject,
  ListOf,
  MayBeAbsent,
  Nested,
  NullIsAbsent,
  PublicId,
  Text,
  TextList,
  TextMap,
  Timestamp,
} from '#libs/core/http';
import { TemplateName } from '../../templates/template-name.js';
import { SkipSuppressed } from '../../sending/dto/skip-suppressed.js';
import { FILE_NAME_MAX } from '../../attachments/attachment-limits.js';
import { TopicName } from '../../topics/dto/topic-name.js';

const ADDRESS_MAX = 1_000;
const BODY_MAX = 2_097_152;
/** RFC 5322, 2.1.1: the length of a header line, less room for folding. */
const SUBJECT_MAX = 998;

/** Optionally with parameters; the same as in mail. */
const MEDIA_TYPE =
  /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?: ?; ?[\w!#$&^.+-]{1,60}=(?:[\w!#$&^.+-]{1,100}|"[\x20\x21\x23-\x5b\x5d-\x7e]{0,100}"))*$/;
export const MAX_RECIPIENTS = 50;

@GraphqlInput('MessageTextInput')
export class MessageText {
  @Text({ max: BODY_MAX })
  Data: string;

  @MayBeAbsent()
  @Text({ max: 40, description: 'Only UTF-8 is kept; JSON is always read as UTF-8.' })
  Charset?: string;
}

@GraphqlInput('MessageSubjectInput')
export class MessageSubject {
  @Text({ max: SUBJECT_MAX, example: 'Hello' })
  Data: string;

  @MayBeAbsent()
  @Text({ max: 40 })
  Charset?: string;
}

@GraphqlInput('MessageBodyInput')
export class MessageBody {
  @MayBeAbsent()
  @Nested(() => MessageText)
  Text?: MessageText;

  @MayBeAbsent()
  @Nested(() => MessageText)
  Html?: MessageText;
}

@GraphqlInput('MessageContentInput')
export class MessageContent {
  @Nested(() => MessageSubject)
  Subject: MessageSubject;

  @Nested(() => MessageBody, { description: 'Text, Html or both.' })
  Body: MessageBody;
}

@GraphqlInput('EmailDestinationInput')
export class EmailDestination {
  @TextList({ min: 1, max: MAX_RECIPIENTS, itemMax: ADDRESS_MAX, example: ['someone@example.test'] })
  ToAddresses: string[];

  @MayBeAbsent()
  @TextList({ max: MAX_RECIPIENTS, itemMax: ADDRESS_MAX })
  CcAddresses?: string[];

  @MayBeAbsent()
  @TextList({ max: MAX_RECIPIENTS, itemMax: ADDRESS_MAX })
  BccAddresses?: string[];
}

@GraphqlInput('EmailAttachmentInput')
export class EmailAttachment {
  @MayBeAbsent()
  @Text({
    min: 1,
    max: FILE_NAME_MAX,
    example: 'invoice.pdf',
    description: 'Required with Data; else the name of the upload or of the address.',
  })
  FileName?: string;

  @MayBeAbsent()
  @Text({
    min: 3,
    max: 250,
    pattern: MEDIA_TYPE,
    form: 'must be a media type, such as application/pdf or text/calendar; method=REQUEST',
    example: 'application/pdf',
    description:
      'Required with Data; else the type of the upload, or of the end of the name. An invitation (text/calendar with a method) is shown beside the text, too: mail programs offer to accept it.',
  })
  ContentType?: string;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: 240,
    pattern: /^[\x21-\x3b\x3d\x3f-\x7e]+$/,
    form: 'must be of ASCII characters, without blanks and angle brackets',
    description: 'For images that the HTML shows as cid:<ContentId>.',
  })
  ContentId?: string;

  @MayBeAbsent()
  @Text({
    max: BODY_MAX,
    pattern: /^[A-Za-z0-9+/]*={0,2}$/,
    form: 'must be base64 (RFC 4648, section 4) without line breaks',
    description: 'The content in base64; or one of UploadId and Url.',
  })
  Data?: string;

  @MayBeAbsent()
  @PublicId('att', { description: 'A file of POST /v1/attachments.' })
  UploadId?: string;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: 2_048,
    pattern: /^https?:\/\/\S+$/i,
    form: 'must be an address that begins with http:// or https://',
    example: 'https://files.example.test/invoice.pdf',
    description: 'The address of a file, which is fetched before the call is accepted.',
  })
  Url?: string;
}

@GraphqlInput('RawMessageInput')
export class RawMessage {
  @Text({
    min: 1,
    max: BODY_MAX,
    pattern: /^[A-Za-z0-9+/]*={0,2}$/,
    form: 'must be base64 (RFC 4648, section 4) without line breaks',
    description: 'A whole message (RFC 5322, MIME) in base64.',
  })
  Data: string;
}

/** One e-mail; each recipient becomes a message of its own. */
@GraphqlInput('SendEmailInput')
@NullIsAbsent('TemplateData')
export class SendEmailRequest {
  @Text({ min: 1, max: ADDRESS_MAX, example: 'hello@demo.test', description: 'The sender, on a verified domain.' })
  Source: string;

  @Nested(() => EmailDestination)
  Destination: EmailDestination;

  @MayBeAbsent()
  @Nested(() => MessageContent, { description: 'Required unless TemplateId or Raw is given.' })
  Message?: MessageContent;

  @MayBeAbsent()
  @Nested(() => RawMessage, {
    description:
      'A message that you have written yourself, in place of Message, TemplateId, ReplyToAddresses, Headers and Attachments. Its From is ' +
      'Source; Destination says who gets it.',
  })
  Raw?: RawMessage;

  @TemplateName('A template of e-mail, by its id or alias, in place of Message.')
  TemplateId?: string;

  @MayBeAbsent()
  @FreeObject({ maxBytes: 262_144, description: 'What the template is filled with.', example: { name: 'Ana' } })
  TemplateData?: Record<string, unknown>;

  @TopicName('The topic that it is of, by its id or slug: who unsubscribes gets no more of this topic.')
  TopicId?: string;

  @MayBeAbsent()
  @Timestamp({ description: 'Not before this time; within 30 days.' })
  SendAt?: string;

  @SkipSuppressed()
  SkipSuppressed?: boolean;

  @MayBeAbsent()
  @TextList({ max: 10, itemMax: ADDRESS_MAX })
  ReplyToAddresses?: string[];

  @MayBeAbsent()
  @TextMap({
    max: 50,
    keyMax: 70,
    valueMax: 8_000,
    description: 'Further headers: those that begin with X- or List-, and some others; see the documentation.',
  })
  Headers?: Record<string, string>;

  @MayBeAbsent()
  @ListOf(() => EmailAttachment, { max: 20, description: 'At most 25 MiB together.' })
  Attachments?: EmailAttachment[];

  @MayBeAbsent()
  @TextMap({ max: 20, keyMax: 64, valueMax: 256, description: 'Kept with the message, never sent.' })
  Tags?: Record<string, string>;

  @MayBeAbsent()
  @Flag({ description: 'Count when the HTML is opened. As the account has set, for live keys, when absent.' })
  TrackOpens?: boolean;

  @MayBeAbsent()
  @Flag({ description: 'Count who follows the links of the HTML. As the account has set, for live keys, when absent.' })
  TrackClicks?: boolean;

  @MayBeAbsent()
  @Flag({ description: 'Add List-Unsubscribe headers with one click; a recipient who uses them is suppressed.' })
  ListUnsubscribe?: boolean;

  @MayBeAbsent()
  @Text({ max: 1_000, description: '1 to 128 of A-Z a-z 0-9 . _ : -; the header Idempotency-Key wins.' })
  IdempotencyKey?: string;
}
