import { ArgsType, Field, ObjectType } from '@nestjs/graphql';
import { byTime, connectionOf, JsonObject, ListOrders } from '#libs/core/graphql';
import { ReplayFilters, ReplaySessionView } from '../replay.dto.js';

const sessions = connectionOf('ReplaySession', ReplaySessionView, {
  max: 200,
  position: ({ startedAt, id }) => [startedAt, id],
  filters: ReplayFilters,
  orders: new ListOrders('ReplaySessionSort', byTime({ key: 'startedAt', type: 'time' }, 'id')),
  counted: true,
});

@ArgsType()
export class ReplaySessionConnectionArgs extends sessions.Args {}

@ObjectType()
export class ReplaySessionConnection extends sessions.Connection {}

@ObjectType({ description: 'Events of a recording, for the player of rrweb.' })
export class ReplayEvents {
  @Field(() => [JsonObject])
  events: object[];

  @Field(() => String, { nullable: true, description: 'For `after`; null after the last events.' })
  next: string | null;
}
