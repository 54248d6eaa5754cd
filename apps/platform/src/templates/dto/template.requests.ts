import { FreeObject, MayBeAbsent, MayBeNull, OneOf, PageLimit, QueryInteger, Text } from '#libs/http';

const PART_MAX = 300_000;
const SUBJECT_MAX = 998;
const DATA_MAX_BYTES = 262_144;

export class CreateTemplateRequest {
  @Text({ min: 1, max: 200, example: 'Receipt' })
  Name: string;

  @OneOf(['email', 'sms', 'push'])
  Channel: 'email' | 'sms' | 'push';

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: SUBJECT_MAX, example: 'Your receipt {{ order }}', description: 'For e-mail, and the title of a push.' })
  Subject?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: PART_MAX, example: '<p>Thank you, {{ name }}.</p>', description: 'Variables are escaped.' })
  Html?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: PART_MAX, example: 'Thank you, {{ name }}.' })
  Text?: string | null;
}

/** At least one of the fields; null removes a part. */
export class UpdateTemplateRequest {
  @MayBeAbsent()
  @Text({ min: 1, max: 200 })
  Name?: string;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: SUBJECT_MAX })
  Subject?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: PART_MAX })
  Html?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: PART_MAX })
  Text?: string | null;
}

export class PreviewTemplateRequest {
  @FreeObject({ maxBytes: DATA_MAX_BYTES, example: { name: 'Ana' } })
  Data: Record<string, unknown>;
}

export class ListTemplatesQuery {
  @QueryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'NextCursor of the page before; 0 begins.' })
  cursor?: number;

  @PageLimit(200)
  limit: number;
}
