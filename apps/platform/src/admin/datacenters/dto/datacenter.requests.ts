import { GraphqlInput } from '#libs/core/graphql';
import { Integer, MayBeAbsent, PageLimit, QueryInteger, Text } from '#libs/core/http';
import { ASN_MAX } from '../asn.js';

@GraphqlInput('AddDatacenterInput')
export class AddDatacenterRequest {
  @Integer({ min: 1, max: ASN_MAX, example: 64496, description: 'The number of the autonomous system.' })
  Asn: number;

  @MayBeAbsent()
  @Text({ max: 200, example: 'Example Hosting' })
  Name?: string;
}

export class ListDatacentersQuery {
  @QueryInteger({ min: 0, max: ASN_MAX, description: 'NextCursor of the page before; 0 begins.' })
  cursor?: number;

  @PageLimit(500)
  limit: number;
}
