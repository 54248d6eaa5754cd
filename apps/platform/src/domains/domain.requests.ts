import { ArgsType } from '@nestjs/graphql';
import { GraphqlInput } from '#libs/core/graphql';
import { pageQuery, Text } from '#libs/core/http';

const NAME_TEXT = {
  min: 1,
  max: 255,
  example: 'mail.example.com',
  description: 'Two labels or more. Upper case, a dot at the end and names in other scripts are brought into one form.',
};

@GraphqlInput('CreateSendingDomainInput')
export class CreateDomainRequest {
  @Text(NAME_TEXT)
  Name: string;
}

/** An empty body. */
export class EmptyDomainRequest {}

@ArgsType()
export class ListDomainsQuery extends pageQuery(100) {}
