import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, connectionOf, ListOrders } from '#libs/core/graphql';
import { ErasureRequestObject, ErasureRequestQuery } from '../erasure-request.dto.js';
import type { ErasureRecord } from '../erasure-requests.service.js';

const requests = connectionOf('ErasureRequest', ErasureRequestObject, {
  max: 200,
  position: ({ request }) => [request.id],
  filters: ErasureRequestQuery,
  orders: new ListOrders('ErasureRequestSort', BY_TIME),
  row: ({ request }: ErasureRecord) => request,
  counted: true,
});

@ArgsType()
export class ErasureRequestConnectionArgs extends requests.Args {}

@ObjectType()
export class ErasureRequestConnection extends requests.Connection {}
