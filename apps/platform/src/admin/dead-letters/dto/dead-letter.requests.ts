import { PageLimit, QueryInteger, QueryPublicId, QueryText } from '#libs/http';

export class ListDeadLettersQuery {
  @QueryText({ max: 100, description: 'A kind of work, as the queues name it.' })
  kind?: string;

  @QueryPublicId('acc')
  tenant?: string;

  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'NextCursor of the page before; 0 begins.' })
  cursor?: number;

  @PageLimit(200)
  limit: number;
}
