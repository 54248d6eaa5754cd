import { IsISO8601, IsObject, IsUUID, Matches } from 'class-validator';

/** The body of a call that delivers an event. */
export class ReceivedEventRequest {
  @IsUUID()
  id: string;

  @Matches(/^[a-z0-9._-]{1,100}$/)
  type: string;

  @Matches(/^acc_[0-9a-f]{16}$/)
  tenantId: string;

  @Matches(/^[a-z-]{1,50}$/)
  from: string;

  @IsISO8601({ strict: true })
  occurredAt: string;

  @IsObject()
  payload: object;
}
