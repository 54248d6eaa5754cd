import { GraphqlInput } from '#libs/core/graphql';
import { FreeObject, MayBeAbsent, Text } from '#libs/core/http';

const ADDRESS_MAX = 1_000;
const DATA_MAX_BYTES = 262_144;

@GraphqlInput('SendTestOfTemplateInput')
export class SendTestOfTemplateRequest {
  @Text({
    min: 1,
    max: ADDRESS_MAX,
    example: 'Shop <news@demo.test>',
    description: 'The sender, on a verified domain.',
  })
  Source: string;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: ADDRESS_MAX,
    description: 'A verified address of yours, or the address of a member. Your own when absent.',
  })
  To?: string;

  @MayBeAbsent()
  @FreeObject({ maxBytes: DATA_MAX_BYTES, example: { name: 'Ana' } })
  Data?: Record<string, unknown>;
}
