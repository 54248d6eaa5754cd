import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { answerOf, pageOf } from '#libs/core/http';
import type { Topic } from '../topic.entity.js';

@GraphqlObject('Topic', 'What messages are of, as recipients see it.')
export class TopicView {
  @ApiProperty({ example: 'top_0c7b3f19ad62e04f' })
  Id: string;

  @ApiProperty({ example: 'Product news' })
  Name: string;

  @ApiProperty({ example: 'product-news' })
  Slug: string;

  @ApiProperty({ type: String, nullable: true })
  Description: string | null;

  @ApiProperty()
  Transactional: boolean;

  @ApiProperty({ format: 'date-time' })
  CreatedAt: string;

  @ApiProperty({ format: 'date-time' })
  UpdatedAt: string;

  static of(topic: Topic): TopicView {
    return answerOf(TopicView, topic);
  }
}

export class TopicResponse {
  @ApiProperty({ type: TopicView })
  Topic: TopicView;

  static of(topic: Topic): TopicResponse {
    return { Topic: TopicView.of(topic) };
  }
}

export class TopicPageResponse extends pageOf('Topics', TopicView) {}
