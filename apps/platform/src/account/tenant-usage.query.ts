import { ArgsType } from '@nestjs/graphql';
import { QueryInteger } from '#libs/core/http';

/** Ten years. */
const MONTHS_MAX = 120;

@ArgsType()
export class TenantUsageQuery {
  @QueryInteger({ min: 1, max: MONTHS_MAX, default: 12, description: 'How many months with use the history has.' })
  months: number;
}
