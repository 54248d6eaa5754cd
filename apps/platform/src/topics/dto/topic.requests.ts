import { GraphqlInput } from '#libs/core/graphql';
import { Flag, MayBeAbsent, MayBeNull, pageQuery, Text } from '#libs/core/http';
import { MAX_SLUG, SLUG } from '../../lists/slug.js';
import type { TopicValues } from '../topic.js';
import type { NewTopic } from '../topics.service.js';

const NAME_MAX = 200;
const DESCRIPTION_MAX = 1_000;

class TopicParts {
  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: DESCRIPTION_MAX, description: 'Shown to recipients.', example: 'What is new, once a month.' })
  Description?: string | null;

  @MayBeAbsent()
  @Flag({ description: 'Its messages go to those, too, who complained or unsubscribed from all other mail.' })
  Transactional?: boolean;
}

@GraphqlInput('CreateTopicInput')
export class CreateTopicRequest extends TopicParts {
  @Text({
    min: 1,
    max: NAME_MAX,
    pattern: /\S/,
    example: 'Product news',
    description: 'Shown to recipients.',
  })
  Name: string;

  @MayBeAbsent()
  @Text({
    min: 1,
    max: MAX_SLUG,
    pattern: SLUG,
    form: 'must be of a-z and 0-9, in words that hyphens join',
    example: 'product-news',
    description: 'Made of the name unless given. It stays.',
  })
  Slug?: string;

  toTopic(): NewTopic {
    const { Name, Slug, Description = null, Transactional = false } = this;
    return { name: Name.trim(), slug: Slug, description: Description, transactional: Transactional };
  }
}

/** Changes of a topic; an absent field stays. */
@GraphqlInput('UpdateTopicInput')
export class UpdateTopicRequest extends TopicParts {
  @MayBeAbsent()
  @Text({ min: 1, max: NAME_MAX, pattern: /\S/ })
  Name?: string;

  toChanges(): Partial<Omit<TopicValues, 'slug'>> {
    const { Name, Description, Transactional } = this;
    const given = { name: Name?.trim(), description: Description, transactional: Transactional };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  }
}

export class ListTopicsQuery extends pageQuery(200) {}
