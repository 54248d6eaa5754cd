import { GraphqlInput } from '#libs/core/graphql';
import { Flag, MayBeNull, Text, Uuid } from '#libs/core/http';

@GraphqlInput('CreateMailDomainInput')
export class CreateDomainRequest {
  @Text({
    min: 1,
    max: 255,
    example: 'example.com',
    description:
      'Two labels or more. Upper case, a dot at the end and names in other scripts are brought into one form.',
  })
  name: string;
}

/** An empty body. */
export class EmptyDomainRequest {}

@GraphqlInput('MailDomainCatchAllInput')
export class CatchAllRequest {
  @Uuid({ description: 'A mailbox of the account; null rejects such mail.' })
  @MayBeNull()
  mailbox_id: string | null;
}

@GraphqlInput('MailDomainAutocreateInput')
export class AutocreateRequest {
  @Flag()
  enabled: boolean;
}
