import { PageLimit, QueryInteger, Text } from '#libs/http';

const NAME_TEXT = {
  min: 1,
  max: 255,
  example: 'mail.example.com',
  description: 'Two labels or more. Upper case, a dot at the end and names in other scripts are brought into one form.',
};

export class CreateDomainRequest {
  @Text(NAME_TEXT)
  Name: string;
}

/** For operations whose path says everything. */
export class EmptyDomainRequest {}

export class ListDomainsQuery {
  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'NextCursor of the page before; 0 begins.' })
  cursor?: number;

  @PageLimit(100)
  limit: number;
}
