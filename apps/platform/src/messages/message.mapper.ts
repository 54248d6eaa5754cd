import type { Page } from '#libs/core/persistence';
import { bytesOf } from '../attachments/attachment.js';
import type {
  MessageDetailResponse,
  MessageEventResponse,
  MessagePageResponse,
  MessageResponse,
} from './dto/message.responses.js';
import type { ListedMessage } from './message-filter.sql.js';
import type { ListedEvent, MessageDetail } from './message.js';

export function toMessageResponse(message: ListedMessage): MessageResponse {
  return {
    Id: message.id,
    Channel: message.channel,
    Environment: message.environment,
    Status: message.status,
    From: message.sender,
    To: message.recipient,
    Subject: message.subject,
    InternetMessageId: message.internetMessageId,
    TemplateId: message.templateId,
    CampaignId: message.campaignId,
    TopicId: message.topic,
    Tags: message.tags ?? {},
    CreatedAt: message.createdAt.toISOString(),
    UpdatedAt: message.updatedAt.toISOString(),
    ScheduledAt: message.scheduledAt?.toISOString() ?? null,
    SentAt: message.sentAt?.toISOString() ?? null,
    Error: message.error,
  };
}

export function toMessagePage({ items, nextCursor, hasMore }: Page<ListedMessage>): MessagePageResponse {
  return { Messages: items.map(toMessageResponse), NextCursor: nextCursor, HasMore: hasMore };
}

/** Metadata under the names of REST, which GraphQL uses, too. */
export function metadataOf({ message, content }: MessageDetail): Record<string, unknown> {
  return {
    Environment: message.environment,
    ToAddresses: content.toAddresses,
    CcAddresses: content.ccAddresses,
    ReplyToAddresses: content.replyTo,
    Attachments: (content.attachments ?? []).map((attachment) => ({
      FileName: attachment.fileName,
      ContentType: attachment.contentType,
      Bytes: bytesOf(attachment),
    })),
    ...(content.raw && { RawBytes: content.raw.bytes }),
  };
}

export function toMessageDetail(detail: MessageDetail): MessageDetailResponse {
  const { message, content, subscribeTo, events } = detail;
  return {
    Message: {
      ...toMessageResponse(message),
      Body: { Text: content.bodyText, Html: content.bodyHtml },
      Headers: content.headers ?? {},
      ...(subscribeTo === undefined ? {} : { SubscribeTo: subscribeTo }),
      Metadata: metadataOf(detail),
    },
    Events: events.map((event) => toEventResponse(event, message.environment)),
  };
}

function toEventResponse(
  { id, type, occurredAt, detail }: ListedEvent,
  environment: 'live' | 'test',
): MessageEventResponse {
  return { Id: id, Type: type, Environment: environment, OccurredAt: occurredAt.toISOString(), Detail: detail ?? {} };
}
