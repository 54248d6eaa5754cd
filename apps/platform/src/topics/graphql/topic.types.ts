import { ArgsType, ObjectType } from '@nestjs/graphql';
import { pageConnectionOf } from '#libs/core/graphql';
import { TopicView } from '../dto/topic.responses.js';

const topics = pageConnectionOf('Topic', TopicView, { max: 200 });

@ArgsType()
export class TopicConnectionArgs extends topics.Args {}

@ObjectType('TopicConnection')
export class TopicConnection extends topics.Connection {}
