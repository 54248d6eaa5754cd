import { GraphqlInput } from '#libs/core/graphql';
import { MayBeAbsent, MayBeNull, OneOf, pageQuery, Text, TextList, Timestamp } from '#libs/core/http';

const ENVIRONMENTS = ['live', 'test'] as const;
const TYPES = ['secret', 'publishable'] as const;

const NAME = { min: 1, max: 200, pattern: /\S/ };
const SCOPES = { max: 100, itemMax: 100 };
const TWIN = 'The same, in the other spelling.';

/** Every field in two spellings; the first of them wins. */
export class CreateApiKeyRequest {
  @MayBeAbsent()
  @Text({ ...NAME, example: 'Back end' })
  Name?: string;

  @MayBeAbsent()
  @TextList({ ...SCOPES, example: ['emails:send', 'emails:read'] })
  Scopes?: string[];

  @MayBeAbsent()
  @MayBeNull()
  @Timestamp({ description: 'When the key stops working; never, when absent or null.' })
  ExpiresAt?: string | null;

  @MayBeAbsent()
  @OneOf(ENVIRONMENTS, { description: 'In production; elsewhere every key is a test key. Default: live.' })
  Environment?: (typeof ENVIRONMENTS)[number];

  @MayBeAbsent()
  @OneOf(TYPES, { description: 'A publishable key may be public, and only reads. Default: secret.' })
  Type?: (typeof TYPES)[number];

  @MayBeAbsent()
  @Text({ ...NAME, description: TWIN })
  name?: string;

  @MayBeAbsent()
  @TextList({ ...SCOPES, description: TWIN })
  scopes?: string[];

  @MayBeAbsent()
  @MayBeNull()
  @Timestamp({ description: TWIN })
  expires_at?: string | null;

  @MayBeAbsent()
  @OneOf(ENVIRONMENTS, { description: TWIN })
  environment?: (typeof ENVIRONMENTS)[number];

  @MayBeAbsent()
  @OneOf(TYPES, { description: TWIN })
  type?: (typeof TYPES)[number];
}

/** The same in GraphQL, in one spelling. */
@GraphqlInput('CreateApiKeyInput')
export class CreateApiKeyFields {
  @Text({ ...NAME, example: 'Back end' })
  Name: string;

  @TextList({ ...SCOPES, example: ['emails:send', 'emails:read'] })
  Scopes: string[];

  @MayBeAbsent()
  @MayBeNull()
  @Timestamp({ description: 'When the key stops working; never, when absent or null.' })
  ExpiresAt?: string | null;

  @MayBeAbsent()
  @OneOf(ENVIRONMENTS, { description: 'In production; elsewhere every key is a test key. Default: live.' })
  Environment?: (typeof ENVIRONMENTS)[number];

  @MayBeAbsent()
  @OneOf(TYPES, { description: 'A publishable key may be public, and only reads. Default: secret.' })
  Type?: (typeof TYPES)[number];
}

export class ListApiKeysQuery extends pageQuery(200) {}
