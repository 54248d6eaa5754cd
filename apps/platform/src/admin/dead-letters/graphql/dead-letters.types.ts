import { ArgsType, ObjectType } from '@nestjs/graphql';
import { byTime, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import type { DeadLetter } from '#libs/core/jobs';
import { DeadLetterFilters } from '../dto/dead-letter.requests.js';
import { DeadLetterView } from '../dto/dead-letter.responses.js';

const letters = pageConnectionOf('DeadLetter', DeadLetterView, {
  max: 200,
  position: ({ id }: DeadLetter) => Number(id),
  filters: DeadLetterFilters,
  orders: new ListOrders('DeadLetterSort', byTime({ key: 'id', type: 'number' })),
  row: ({ id }: DeadLetter) => ({ id: Number(id) }),
  counted: true,
});

@ArgsType()
export class DeadLetterConnectionArgs extends letters.Args {}

@ObjectType('DeadLetterConnection')
export class DeadLetterConnection extends letters.Connection {}
