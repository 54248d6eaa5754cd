import { ArgsType, ObjectType } from '@nestjs/graphql';
import { BY_TIME, byDate, byText, ListOrders, pageConnectionOf } from '#libs/core/graphql';
import { TopicView } from '../dto/topic.responses.js';

const topics = pageConnectionOf('Topic', TopicView, {
  max: 200,
  orders: new ListOrders('TopicSort', { ...BY_TIME, ...byText('name'), ...byDate('updated') }),
  counted: true,
});

@ArgsType()
export class TopicConnectionArgs extends topics.Args {}

@ObjectType('TopicConnection')
export class TopicConnection extends topics.Connection {}
