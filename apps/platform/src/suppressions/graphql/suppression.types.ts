import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_POSITION, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import { SuppressionFilters } from '../dto/suppression.requests.js';
import { SuppressionView } from '../dto/suppression.responses.js';
import type { Suppression } from '../suppression.entity.js';

const suppressions = pageConnectionOf<Suppression, SuppressionView, SuppressionFilters>(
  'Suppression',
  SuppressionView,
  {
    max: 200,
    filters: SuppressionFilters,
    position: ({ position }: Suppression) => position,
    orders: new ListOrders('SuppressionSort', BY_POSITION),
    counted: true,
  },
);

@ArgsType()
export class SuppressionConnectionArgs extends suppressions.Args {}

@ObjectType('SuppressionConnection')
export class SuppressionConnection extends suppressions.Connection {}
