import { PageLimit, QueryEnum, QueryInteger, QueryText } from '#libs/http';

export const EMAIL_STATUSES = ['queued', 'processing', 'sent', 'failed', 'bounced', 'complained', 'cancelled'];

export class ListEmailsQuery {
  @QueryEnum(EMAIL_STATUSES)
  status?: string;

  @QueryText({ max: 200, description: 'A part of the subject or of an address; % and _ are taken as they are.' })
  q?: string;

  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'NextCursor of the page before; 0 begins.' })
  cursor?: number;

  @PageLimit(200)
  limit: number;
}
