import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { ErasureRequestObject, ErasureRequestQuery } from '../erasure-request.dto.js';

const requests = connectionOf('ErasureRequest', ErasureRequestObject, {
  max: 200,
  position: ({ request }) => [request.id],
  filters: ErasureRequestQuery,
});

@ArgsType()
export class ErasureRequestConnectionArgs extends requests.Args {}

@ObjectType()
export class ErasureRequestConnection extends requests.Connection {}
