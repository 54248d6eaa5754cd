import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { pageOf, pageQuery } from '#libs/core/http';
import type { HeaderField, ParsedAddress } from '#libs/mail/mime';
import type { ReceivedAttachment } from './received-attachment.entity.js';
import type { ReceivedEmail } from './received-email.entity.js';
import type { WholeEmail } from './received-emails.service.js';
import type { ReceivedUrls } from './received-urls.js';

export class ListReceivedEmailsQuery extends pageQuery(200) {}

const NOT_READ = 'Null until the message is read, which takes seconds, as all that it says.';

@GraphqlObject('ReceivedEmailAddress', 'An address in a header.')
export class ReceivedAddressView {
  @ApiProperty({ example: 'ana@example.com' })
  Address: string;

  @ApiProperty({ example: 'Ana', description: 'Empty without one.' })
  Name: string;

  static of({ address, name }: ParsedAddress): ReceivedAddressView {
    return { Address: address, Name: name };
  }
}

@GraphqlObject('ReceivedEmailHeader', 'A field of the header, on one line and as it came.')
export class ReceivedHeaderView {
  @ApiProperty({ example: 'Subject' })
  Name: string;

  @ApiProperty()
  Value: string;

  static of({ name, value }: HeaderField): ReceivedHeaderView {
    return { Name: name, Value: value };
  }
}

@GraphqlObject('ReceivedEmailAttachment', 'A file of a received message.')
export class ReceivedAttachmentView {
  @ApiProperty({ type: 'integer', description: 'Place in the message, from 0.' })
  Index: number;

  @ApiProperty({ example: 'invoice.pdf', description: 'Empty without a name.' })
  FileName: string;

  @ApiProperty({ example: 'application/pdf', description: 'What the message says that it is.' })
  ContentType: string;

  @ApiProperty({ type: 'integer' })
  Bytes: number;

  @ApiProperty({ type: String, nullable: true, description: 'The name by which the HTML shows it.' })
  ContentId: string | null;

  @ApiProperty({ format: 'uri', description: 'For a call with an API key.' })
  Url: string;

  static of({ emailId, index, ...file }: ReceivedAttachment, urls: ReceivedUrls): ReceivedAttachmentView {
    return {
      Index: index,
      FileName: file.fileName,
      ContentType: file.contentType,
      Bytes: file.bytes,
      ContentId: file.contentId,
      Url: urls.attachment(emailId, index),
    };
  }
}

@GraphqlObject('ReceivedEmailVerdicts', 'Outcomes by RFC 8601, such as pass, fail, softfail, none or temperror.')
export class ReceivedVerdictsView {
  @ApiProperty({ example: 'pass' })
  Spf: string;

  @ApiProperty({ example: 'pass' })
  Dkim: string;

  @ApiProperty({ example: 'pass' })
  Dmarc: string;
}

@GraphqlObject('ReceivedEmail', 'A message that came for a route, as lists show it.')
export class ReceivedEmailView {
  @ApiProperty({ example: 'inb_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'irt_0c7b3f19ad62e04f', description: 'The most specific of its recipients; it may be gone.' })
  RouteId: string;

  @ApiProperty({ description: 'The sender by SMTP; empty for a report.' })
  EnvelopeFrom: string;

  @ApiProperty({ type: [String], description: 'The recipients by SMTP that are of the account.' })
  Recipients: string[];

  @ApiProperty({ type: ReceivedAddressView, nullable: true })
  From: ReceivedAddressView | null;

  @ApiProperty({ type: String, nullable: true, description: NOT_READ })
  Subject: string | null;

  @ApiProperty({ type: 'integer', description: 'Length of the message as it came.' })
  Bytes: number;

  @ApiProperty({ format: 'date-time' })
  ReceivedAt: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was read and its event made.',
  })
  ReadAt: string | null;

  static of({ content, ...email }: ReceivedEmail): ReceivedEmailView {
    return {
      Id: email.id,
      RouteId: email.routeId,
      EnvelopeFrom: email.envelopeFrom,
      Recipients: email.recipients,
      From: content?.from ? ReceivedAddressView.of(content.from) : null,
      Subject: content?.subject ?? null,
      Bytes: email.bytes,
      ReceivedAt: email.receivedAt.toISOString(),
      ReadAt: email.readAt?.toISOString() ?? null,
    };
  }
}

@GraphqlObject('WholeReceivedEmail', 'A message that came for a route, with all that it says.')
export class WholeReceivedEmailView extends ReceivedEmailView {
  @ApiProperty({ type: String, nullable: true, description: 'Message-ID, with angle brackets.' })
  InternetMessageId: string | null;

  @ApiProperty({ type: String, nullable: true })
  InReplyTo: string | null;

  @ApiProperty({ type: [String], description: 'The oldest first.' })
  References: string[];

  @ApiProperty({ type: [ReceivedAddressView] })
  To: ReceivedAddressView[];

  @ApiProperty({ type: [ReceivedAddressView] })
  Cc: ReceivedAddressView[];

  @ApiProperty({ type: [ReceivedAddressView] })
  ReplyTo: ReceivedAddressView[];

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it says that it was written.' })
  Date: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'All that readers see, as text.' })
  Text: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'As it came: not safe to show.' })
  Html: string | null;

  @ApiProperty({ type: [ReceivedHeaderView] })
  Headers: ReceivedHeaderView[];

  @ApiProperty({ type: [ReceivedAttachmentView] })
  Attachments: ReceivedAttachmentView[];

  @ApiProperty({ format: 'uri', description: 'The message as it came, for a call with an API key.' })
  RawUrl: string;

  @ApiProperty({ type: Boolean, nullable: true, description: 'Whether a program wrote it, or a list sent it.' })
  AutoSubmitted: boolean | null;

  @ApiProperty({ type: ReceivedVerdictsView, nullable: true })
  Verdicts: ReceivedVerdictsView | null;

  static ofWhole({ email, body, attachments, urls }: WholeEmail): WholeReceivedEmailView {
    const { content } = email;
    return {
      ...ReceivedEmailView.of(email),
      InternetMessageId: bracketed(content?.messageId ?? null),
      InReplyTo: bracketed(content?.inReplyTo ?? null),
      References: (content?.references ?? []).map((id) => `<${id}>`),
      To: (content?.to ?? []).map((one) => ReceivedAddressView.of(one)),
      Cc: (content?.cc ?? []).map((one) => ReceivedAddressView.of(one)),
      ReplyTo: (content?.replyTo ?? []).map((one) => ReceivedAddressView.of(one)),
      Date: content?.date ?? null,
      Text: body?.text ?? null,
      Html: body?.html ?? null,
      Headers: (body?.headers ?? []).map((one) => ReceivedHeaderView.of(one)),
      Attachments: attachments.map((one) => ReceivedAttachmentView.of(one, urls)),
      RawUrl: urls.raw(email.id),
      AutoSubmitted: content?.autoSubmitted ?? null,
      Verdicts: content && {
        Spf: content.verdicts.spf,
        Dkim: content.verdicts.dkim,
        Dmarc: content.verdicts.dmarc,
      },
    };
  }
}

export class ReceivedEmailResponse {
  @ApiProperty({ type: WholeReceivedEmailView })
  Email: WholeReceivedEmailView;
}

export class ReceivedEmailPageResponse extends pageOf('Emails', ReceivedEmailView) {}

const bracketed = (id: string | null): string | null => id && `<${id}>`;
