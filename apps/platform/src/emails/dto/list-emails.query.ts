import { pageQuery, QueryEnum, QueryText } from '#libs/http';

export const EMAIL_STATUSES = ['queued', 'processing', 'sent', 'failed', 'bounced', 'complained', 'cancelled'];

export class ListEmailsQuery extends pageQuery(200) {
  @QueryEnum(EMAIL_STATUSES)
  status?: string;

  @QueryText({ max: 200, description: 'A part of the subject or of an address; % and _ are taken as they are.' })
  q?: string;
}
