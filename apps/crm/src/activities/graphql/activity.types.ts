import { ArgsType, ObjectType } from '@nestjs/graphql';
import { connectionOf } from '#libs/core/graphql';
import { ActivityFilters, ActivityObject } from '../activity.dto.js';

const activities = connectionOf('Activity', ActivityObject, {
  max: 200,
  position: ({ id }) => [id],
  filters: ActivityFilters,
});

@ArgsType()
export class ActivityConnectionArgs extends activities.Args {}

@ObjectType()
export class ActivityConnection extends activities.Connection {}
