import { applyDecorators } from '@nestjs/common';
import { MayBeAbsent, Text } from '#libs/core/http';
import { TOPIC_NAME } from '../topic.js';

/** A field that names a topic by its id or its slug; it may be absent. */
export const TopicName = (description: string): PropertyDecorator =>
  applyDecorators(
    MayBeAbsent(),
    Text({
      min: 1,
      max: 100,
      pattern: TOPIC_NAME,
      form: 'must be the id or the slug of a topic',
      example: 'product-news',
      description,
    }),
  );
