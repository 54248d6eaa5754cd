import { GraphqlInput } from '#libs/core/graphql';
import { Integer, MayBeAbsent, MayBeNull, Nested, Text } from '#libs/core/http';

const MESSAGES = { min: 0, max: 1_000_000_000_000 };
const CALLS = { min: 1, max: 10_000_000 };
const RAMP = {
  min: 1,
  max: 1_000_000_000,
  description:
    'Messages of a new tenant on its first day, of all channels; the limit grows with good sending. Null is no daily limit.',
};

@GraphqlInput('NewPlanQuotaInput')
export class NewPlanQuota {
  @MayBeNull()
  @Integer({ ...MESSAGES, description: 'E-mails a month; null is without a limit, 0 that the plan lacks the channel.' })
  Email: number | null;

  @MayBeNull()
  @Integer({ ...MESSAGES, description: 'Texts a month.' })
  Sms: number | null;

  @MayBeNull()
  @Integer({ ...MESSAGES, description: 'Push messages a month.' })
  Push: number | null;
}

@GraphqlInput('NewPlanRatesInput')
export class NewPlanRates {
  @MayBeNull()
  @Integer({ ...CALLS, description: 'Calls that send; null is without a limit.' })
  Send: number | null;

  @MayBeNull()
  @Integer({ ...CALLS, description: 'Calls that read.' })
  Read: number | null;

  @MayBeNull()
  @Integer({ ...CALLS, description: 'Calls that change something else.' })
  Write: number | null;
}

@GraphqlInput('CreatePlanInput')
export class CreatePlanRequest {
  @Text({
    min: 1,
    max: 50,
    pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
    form: 'must be lower-case letters, digits and single hyphens',
    example: 'basic',
  })
  Name: string;

  @Nested(() => NewPlanQuota, { description: 'Messages a month.' })
  Quota: NewPlanQuota;

  @MayBeAbsent()
  @MayBeNull()
  @Integer(RAMP)
  DailyRamp?: number | null;

  @Nested(() => NewPlanRates, { description: 'Calls a minute of each key or session.' })
  CallsPerMinute: NewPlanRates;
}

@GraphqlInput('PlanQuotaInput')
export class PlanQuotaPatch {
  @MayBeAbsent()
  @MayBeNull()
  @Integer(MESSAGES)
  Email?: number | null;

  @MayBeAbsent()
  @MayBeNull()
  @Integer(MESSAGES)
  Sms?: number | null;

  @MayBeAbsent()
  @MayBeNull()
  @Integer(MESSAGES)
  Push?: number | null;
}

@GraphqlInput('PlanRatesInput')
export class PlanRatesPatch {
  @MayBeAbsent()
  @MayBeNull()
  @Integer(CALLS)
  Send?: number | null;

  @MayBeAbsent()
  @MayBeNull()
  @Integer(CALLS)
  Read?: number | null;

  @MayBeAbsent()
  @MayBeNull()
  @Integer(CALLS)
  Write?: number | null;
}

@GraphqlInput('UpdatePlanInput')
export class UpdatePlanRequest {
  @MayBeAbsent()
  @Nested(() => PlanQuotaPatch)
  Quota?: PlanQuotaPatch;

  @MayBeAbsent()
  @MayBeNull()
  @Integer(RAMP)
  DailyRamp?: number | null;

  @MayBeAbsent()
  @Nested(() => PlanRatesPatch)
  CallsPerMinute?: PlanRatesPatch;
}
