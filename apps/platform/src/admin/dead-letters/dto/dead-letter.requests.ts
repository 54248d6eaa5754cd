import { ArgsType } from '@nestjs/graphql';
import { pageQuery, QueryPublicId, QueryText } from '#libs/core/http';

@ArgsType()
export class DeadLetterFilters {
  @QueryText({ max: 100, description: 'A kind of work, as the queues name it.' })
  kind?: string;

  @QueryPublicId('acc')
  tenant?: string;
}

export class ListDeadLettersQuery extends pageQuery(200, DeadLetterFilters) {}
