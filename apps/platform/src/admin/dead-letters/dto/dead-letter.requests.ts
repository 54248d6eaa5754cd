import { pageQuery, QueryPublicId, QueryText } from '#libs/http';

export class ListDeadLettersQuery extends pageQuery(200) {
  @QueryText({ max: 100, description: 'A kind of work, as the queues name it.' })
  kind?: string;

  @QueryPublicId('acc')
  tenant?: string;
}
