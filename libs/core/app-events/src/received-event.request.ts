import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsISO8601,
  IsObject,
  IsUUID,
  Matches,
  ValidateNested,
} from 'class-validator';
import { MAX_BATCH } from './app-event.js';

class EventEnvelope {
  @Matches(/^[a-z0-9._-]{1,100}$/)
  type: string;

  @Matches(/^acc_[0-9a-f]{16}$/)
  tenantId: string;

  @Matches(/^[a-z-]{1,50}$/)
  from: string;
}

/** The body of a call that delivers an event. */
export class ReceivedEventRequest extends EventEnvelope {
  @IsUUID()
  id: string;

  @IsISO8601({ strict: true })
  occurredAt: string;

  @IsObject()
  payload: object;
}

class EventOfBatch {
  @IsUUID()
  id: string;

  @IsISO8601({ strict: true })
  occurredAt: string;

  @IsObject()
  payload: object;
}

/** The body of a call that delivers several events of one type. */
export class ReceivedEventsRequest extends EventEnvelope {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BATCH)
  @ValidateNested({ each: true })
  @Type(() => EventOfBatch)
  events: EventOfBatch[];
}
